#pragma once

#include <functional>

#include "predict/machine.hpp"
#include "predict/schedule.hpp"
#include "predict/simgrid/request.hpp"

namespace lobatto::predict {

/// The second back end of a schedule: SimGrid, in which messages between nodes are flows that share
/// the links of a fat tree, a dragonfly or one switch. NetworkSum knows no links; where none is
/// shared, both take the same time.
///
/// SimGrid is a module that is loaded when it is asked for, since its libraries would double the
/// time in which every program starts; it keeps its state for the life of a process, so that each
/// simulation is a process of its own.
class SimgridSimulator {
 public:
  /// Each has a stack, two mappings of memory; a process may have 65,530 on usual systems.
  static constexpr int most_ranks = 20'000;

  /// Throws base::Error where the program was built without SimGrid.
  SimgridSimulator();

  /// Seconds until the last rank is done. `emit` tells a sink the schedule; every rank goes through
  /// it by itself, all of them at the same time. Throws base::Error.
  [[nodiscard]] double seconds(const std::function<void(ScheduleSink&)>& emit, int n_ranks,
                               int order, const Machine& machine) const;

 private:
  SimulateStep simulate_ = nullptr;
};

}  // namespace lobatto::predict
