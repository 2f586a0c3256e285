#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Hexahedral elements of a Poisson problem assembled into a sparse matrix, and conjugate
/// gradients.
KernelKind finite_elements_kernel();

}  // namespace lobatto::accept
