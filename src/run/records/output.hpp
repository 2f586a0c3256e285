#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "io/run_folder.hpp"
#include "io/step_record.hpp"
#include "perf/energy.hpp"
#include "perf/machine_limits.hpp"
#include "perf/region_summary.hpp"
#include "perf/region_table.hpp"
#include "run/records/progress.hpp"
#include "run/records/solve_tally.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// What a run cost, on this rank.
struct RunCost {
  double setup = 0;
  double wall = 0;
  double per_step = 0;       ///< median over the second half of the steps
  double per_step_mean = 0;  ///< over all steps
  long long steps = 0;       ///< of this part, where the run goes on from another
  double time = 0;           ///< simulated in it
  double peak_memory_bytes = 0;
  perf::EnergyUse energy;                    ///< of the steps alone
  std::vector<perf::RegionSummary> regions;  ///< of the steps alone, as what follows
  std::vector<perf::RegionPlace> region_tree;
  perf::ProfilerOverhead profiler_overhead;
};

/// What a run says of itself: the log, the record of its steps, the line of progress, the summary.
class RunOutput {
 public:
  /// In a new folder, or at the end of what a run has left in its own up to a step.
  RunOutput(const io::RunFolder& folder, std::optional<long long> resumed_step,
            const comm::Communicator& communicator, const Telling& telling);

  [[nodiscard]] const io::RunFolder& folder() const { return folder_; }

  /// A line for people, in the log and on the screen of rank 0.
  void say(const std::string& text);
  /// The same of what only some want to know: on the screen where details are asked for.
  void add(const std::string& text);
  /// One step done: record and progress line.
  void after_step(const Simulation& simulation, const physics::StepReport& report, double seconds,
                  double seconds_per_step);
  /// True, once, when lines of the record cannot be written any more; why. On rank 0.
  bool record_fails_newly();
  [[nodiscard]] const std::string& record_failure() const { return steps_.failure(); }
  /// Tries again to write lines of the record that are waiting. Collective; throws base::Error on
  /// every rank where they still are.
  void flush_record();
  void end_progress() { progress_.finish(); }
  /// summary.json and the closing table. Collective.
  void write_summary(const Simulation& simulation, const RunCost& cost,
                     const perf::MachineLimits& limits);

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using LogFile = std::unique_ptr<std::FILE, CloseFile>;
  static LogFile open_log(const std::filesystem::path& path,
                          const comm::Communicator& communicator);

  const comm::Communicator& communicator_;
  io::RunFolder folder_;
  LogFile log_;
  io::StepRecord steps_;
  Telling telling_;
  Progress progress_;
  physics::StepReport last_report_;
  SolveTally solves_;
  bool record_fails_ = false;
};

}  // namespace lobatto::run
