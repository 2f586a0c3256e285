#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Many fields of a periodic box, each cell of which becomes the mean of itself and its 26
/// neighbours.
KernelKind halo_kernel();

}  // namespace lobatto::accept
