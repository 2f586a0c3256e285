#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// The role of HPL: one dense system solved by all ranks together, see solve_distributed, as large
/// as lets it be solved several times in the time that there is, and its residual checked. GFLOP/s
/// of the job, and the scaled residual, which fails above 16.
TrialKind linear_system_trial();

}  // namespace lobatto::machine
