#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// hypre's algebraic multigrid on 7- and 27-point diffusion with jumps; nowhere to be made where
/// has_amg_solver() is false.
KernelKind multigrid_kernel();

}  // namespace lobatto::accept
