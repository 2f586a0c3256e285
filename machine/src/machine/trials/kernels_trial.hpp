#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// The small matrix products of the solver on every core at the same time: an m x m matrix with s
/// elements of m x m x m values, along x, from one field to another. m = 8, 16, 24, 32; s = 1,
/// which stays in cache, and 64, 128 ... 768, which leave it; double and single precision. 2 m^4
/// flop and 2 m^3 values of traffic an element. Sizes for which a core would need more than 1/16 of
/// its share of the memory are left out.
TrialKind kernels_trial();

}  // namespace lobatto::machine
