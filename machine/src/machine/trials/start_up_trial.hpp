#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// What it took each rank to be ready for messages, see StartUp: measured once, when the program
/// started.
TrialKind start_up_trial();

}  // namespace lobatto::machine
