#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Staggered fermions in a random SU(3) gauge field on a periodic lattice of four dimensions:
/// conjugate gradients on D^+ D.
KernelKind lattice_kernel();

}  // namespace lobatto::accept
