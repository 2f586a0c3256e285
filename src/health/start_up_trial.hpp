#pragma once

#include "health/trial.hpp"

namespace lobatto::health {

/// What it took each rank to be ready for messages, see StartUp: measured once, when the program
/// started.
TrialKind start_up_trial();

}  // namespace lobatto::health
