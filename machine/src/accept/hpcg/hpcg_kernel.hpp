#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Conjugate gradients on a 27-point operator, preconditioned by a V-cycle of symmetric
/// Gauss-Seidel steps, by the rules of the HPCG benchmark.
KernelKind hpcg_kernel();

}  // namespace lobatto::accept
