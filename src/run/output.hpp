#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "io/nek/series.hpp"
#include "io/run_folder.hpp"
#include "io/step_record.hpp"
#include "io/vtk/field_series.hpp"
#include "perf/energy.hpp"
#include "perf/machine_limits.hpp"
#include "perf/profiler_overhead.hpp"
#include "perf/region_summary.hpp"
#include "run/output_quantities.hpp"
#include "run/progress.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// What a run cost, on this rank.
struct RunCost {
  double setup = 0;
  double wall = 0;
  double per_step = 0;  ///< median over the second half of the steps
  long long steps = 0;  ///< of this part, where the run goes on from another
  double time = 0;      ///< simulated in it
  double peak_memory_bytes = 0;
  perf::EnergyUse energy;                    ///< of the steps alone
  std::vector<perf::RegionSummary> regions;  ///< of the steps alone, as what follows
  std::vector<perf::RegionPlace> region_tree;
  perf::ProfilerOverhead profiler_overhead;
};

/// The run folder of one run and everything that is written into it while it goes on.
class RunOutput {
 public:
  /// In a new folder, or at the end of what a run has left in its own up to a step. `quantities`
  /// are written with the fields.
  RunOutput(const cases::Case& the_case, const io::RunFolder& folder,
            std::optional<long long> resumed_step, OutputQuantities& quantities,
            const comm::Communicator& communicator, ProgressStyle style);

  [[nodiscard]] const io::RunFolder& folder() const { return folder_; }

  /// A line for people, in the log and on the screen of rank 0.
  void say(const std::string& text);
  /// One step done: record and progress line.
  void after_step(const Simulation& simulation, const flow::StepReport& report, double seconds,
                  double seconds_per_step);
  /// True, once, when lines of the record cannot be written any more; why. On rank 0.
  bool record_fails_newly();
  [[nodiscard]] const std::string& record_failure() const { return steps_.failure(); }
  /// True where the fields are due at the end of a step that began at time_before.
  [[nodiscard]] static bool fields_due(const Simulation& simulation, double time_before);
  /// The fields as they are now.
  void write_fields(const Simulation& simulation);
  /// The fields of the step before, after a step that cannot be used.
  void write_last_good_fields(const Simulation& simulation, double time, long long step);
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
  void write_level(const Simulation& simulation, std::size_t level, double time, long long step);
  void write_nek_fields(const Simulation& simulation, io::Snapshot snapshot);

  const comm::Communicator& communicator_;
  OutputQuantities& quantities_;
  io::RunFolder folder_;
  LogFile log_;
  io::StepRecord steps_;
  io::FieldSeries fields_;
  io::NekFieldSeries nek_fields_;
  Progress progress_;
  flow::StepReport last_report_;
  bool record_fails_ = false;
};

}  // namespace lobatto::run
