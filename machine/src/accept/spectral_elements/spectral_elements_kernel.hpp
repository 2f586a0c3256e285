#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// A Poisson problem on spectral elements.
KernelKind spectral_elements_kernel();

}  // namespace lobatto::accept
