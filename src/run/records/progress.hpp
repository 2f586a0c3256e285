#pragma once

#include <cstdio>
#include <optional>

#include "physics/step_report.hpp"
#include "run/records/progress_line.hpp"

namespace lobatto::run {

/// What the screen gets to see; the log has all of it.
struct Telling {
  ProgressStyle progress = ProgressStyle::automatic;
  bool details = false;  ///< the table of regions, and what the time was spent on
};

/// The line that tells where a run is: step, time, CFL, divergence, flow rate, seconds per step,
/// time left.
class Progress {
 public:
  Progress(ProgressStyle style, std::FILE* log) : line_(style, ProgressLine::First::at_once, log) {}

  /// After each step; `fraction` of the whole run is done.
  void update(const physics::StepReport& report, double seconds_per_step, double fraction);
  void finish() { line_.finish(); }

 private:
  ProgressLine line_;
  std::optional<double> change_;  ///< the last that is known
};

}  // namespace lobatto::run
