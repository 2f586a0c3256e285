#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// DGEMM and SGEMM on every core at the same time: BlockedProduct of 1024 x 1024 matrices.
TrialKind products_trial();

}  // namespace lobatto::machine
