#pragma once

#include "accept/kernel.hpp"

namespace lobatto::accept {

/// A plasma of particles in a periodic box: clouds in cells, fields by Fourier transforms.
KernelKind particles_kernel();

}  // namespace lobatto::accept
