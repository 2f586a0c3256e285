#pragma once

#include <optional>
#include <string>

#include "base/stopwatch.hpp"
#include "case/case.hpp"
#include "io/run_claim.hpp"
#include "perf/machine_limits.hpp"
#include "run/checks.hpp"
#include "run/loop.hpp"
#include "run/measurement.hpp"
#include "run/observers/observers.hpp"
#include "run/origin.hpp"
#include "run/output.hpp"
#include "run/progress.hpp"
#include "run/simulation.hpp"
#include "run/stop_signals.hpp"

namespace lobatto::run {

/// A case brought to life with all that watches it, and its way to the last file.
class Run {
 public:
  /// Loads the state that the run begins with; writes nothing. Collective; throws base::Error on
  /// every rank. The measurement must live as long; the limits are the yardsticks of the summary.
  Run(const cases::Case& the_case, CheckedCase checked, const perf::MachineLimits& limits,
      RunMeasurement& measurement, const comm::Communicator& communicator);

  [[nodiscard]] const Simulation& simulation() const { return simulation_; }
  /// True where it goes on from its own end, which has its summary. Collective.
  [[nodiscard]] bool is_complete(const io::RunFolder& folder) const;

  /// From the first step to the last file in a folder that is the run's, and is kept from the first
  /// step on. since_start: of the program. Collective.
  RunEnd carry_out(io::RunClaim& claim, ProgressStyle progress, StopSignals& signals,
                   const base::Stopwatch& since_start);

 private:
  /// Before the first step: what is to be computed, and how.
  void introduce(RunOutput& output, const io::RunClaim& claim) const;
  /// All steps, and what they cost.
  RunCost compute(RunLoop& loop, const base::Stopwatch& since_start, RunEnd& end);
  /// After the last step.
  void conclude(RunOutput& output, const RunCheckpoints& checkpoints);

  RunMeasurement& measurement_;
  perf::MachineLimits limits_;
  RunOrigin origin_;
  Simulation simulation_;
  Observers observers_;
  std::string origin_text_;
  long long first_step_ = 0;
};

}  // namespace lobatto::run
