#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// Sums over all ranks of 1, 2, 4 ... 1024 doubles, microseconds a sum.
TrialKind allreduce_trial();

/// Barriers of all ranks, microseconds each.
TrialKind barrier_trial();

}  // namespace lobatto::machine
