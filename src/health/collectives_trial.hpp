#pragma once

#include "health/trial.hpp"

namespace lobatto::health {

/// Sums over all ranks of 1, 2, 4 ... 1024 doubles, microseconds a sum.
TrialKind allreduce_trial();

/// Barriers of all ranks, microseconds each.
TrialKind barrier_trial();

}  // namespace lobatto::health
