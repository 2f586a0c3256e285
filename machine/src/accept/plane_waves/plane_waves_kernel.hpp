#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// The lowest bands in a periodic potential on plane waves.
KernelKind plane_waves_kernel();

}  // namespace lobatto::accept
