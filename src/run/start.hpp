#pragma once

#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "run/checks/checks.hpp"
#include "run/observers.hpp"
#include "run/origin/origin.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// A case brought to life with all that watches it, in the state before the first step: that of the
/// case, or what its origin has. `lobatto run` goes on from here; `lobatto check` comes as far, to
/// refuse what that refuses.
struct Start {
  /// Writes nothing. Collective; throws base::Error on every rank.
  Start(const cases::Case& the_case, CheckedCase checked, const comm::Communicator& communicator);

  RunOrigin origin;
  Simulation simulation;
  Observers observers;
  std::string text;  ///< of the origin; empty where the run begins as the case says
};

}  // namespace lobatto::run
