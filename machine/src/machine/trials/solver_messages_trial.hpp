#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// The gather-scatter of the iterative solvers on a box of 8 x 8 x 8 elements of 8 x 8 x 8 nodes a
/// rank, microseconds a call for one field.
TrialKind gather_scatter_trial();

/// The transposes of the direct solver on the same box, there and back along y and z: microseconds
/// a solve, and GB/s that a rank sends to others.
TrialKind transposes_trial();

}  // namespace lobatto::machine
