#pragma once

#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// Messages between rank i and rank i + P / 2, all such pairs at the same time: the latency of 8
/// bytes (half of there and back), the bandwidth of messages of 1 MiB in one direction and in two
/// (both added up), and how many messages of 8 bytes a pair can send in a second. A value a link.
TrialKind messages_trial();

}  // namespace lobatto::machine
