#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Particles in hexahedra of any shape: discontinuous elements, swept in an order of their own for
/// each direction.
KernelKind unstructured_sweep_kernel();

}  // namespace lobatto::accept
