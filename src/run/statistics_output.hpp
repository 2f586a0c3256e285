#pragma once

#include <filesystem>
#include <string>

#include "base/state_visitor.hpp"
#include "run/simulation.hpp"
#include "stats/running_statistics.hpp"

namespace lobatto::run {

/// Watches a run and gathers what the section [statistics] of its case asks for; leaves a file for
/// each window of time, stats_<step>.h5 after the step that it begins with: a window that is
/// written at the end of a run and then goes on after a restart replaces its file.
class StatisticsOutput {
 public:
  /// The case must have the section. Collective; throws base::Error where the mesh cannot be
  /// averaged as the case asks for.
  explicit StatisticsOutput(Simulation& simulation);

  /// Before the first step, after a state was loaded: makes the folder. Collective.
  void begin_run(
      const std::filesystem::path& folder);  /// After a step whose state can be used: true when the
                                             /// window is complete and to be written.
  /// Collective.
  bool after_step(const flow::StepReport& report);
  /// Writes the window and begins the next one. Collective.
  void write_window();
  /// At the end of the run: writes the last window where it has samples. Collective.
  void finish();
  /// What was gathered, for people.
  [[nodiscard]] std::string summary() const;

  void visit_state(base::StateVisitor& visitor) { statistics_.visit_state(visitor); }

 private:
  [[nodiscard]] stats::RunningStatistics::Observation observe(const flow::StepReport& report) const;

  Simulation& simulation_;
  std::filesystem::path folder_;
  perf::RegionId region_;
  stats::RunningStatistics statistics_;
  long long n_samples_ = 0;
  int n_files_ = 0;
};

}  // namespace lobatto::run
