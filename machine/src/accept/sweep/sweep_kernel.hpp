#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// Particles that fly, scatter and are absorbed in a box: discrete ordinates, swept by wavefronts.
KernelKind sweep_kernel();

}  // namespace lobatto::accept
