#pragma once

#include <functional>
#include <span>
#include <string>

#include "machine/results/report.hpp"
#include "machine/trials/trial.hpp"

namespace lobatto::machine {

/// Told on rank 0 before each slice of a trial: its title, and the part of the time that is over.
using ProgressObserver = std::function<void(const std::string& title, double fraction)>;

/// Runs the trials on all ranks together within `budget` seconds and returns the report on rank 0.
///
/// The time is dealt out in rounds, in each of which every trial has its turn; within a round a
/// trial gets of what is left the share of its weight, and repeats until that is over, at least
/// once and at most 20 times. So what one trial leaves or takes too much is settled by the next
/// ones; a round that would end more than 5 % late is not begun. What needs more ranks than there
/// are, or is not in this build, is told as skipped. Collective.
Report run_trials(std::span<const TrialKind> kinds, const Surroundings& surroundings, double budget,
                  const ProgressObserver& observer);

}  // namespace lobatto::machine
