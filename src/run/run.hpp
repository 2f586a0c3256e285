#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/stopwatch.hpp"
#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "io/run_claim.hpp"
#include "perf/machine_limits.hpp"
#include "run/checks/checks.hpp"
#include "run/loop.hpp"
#include "run/observers.hpp"
#include "run/origin/origin.hpp"
#include "run/records/output.hpp"
#include "run/records/progress.hpp"
#include "run/records/run_measurement.hpp"
#include "run/simulation.hpp"
#include "run/user_code.hpp"
#include "run/watches/stop_signals.hpp"

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

/// A case brought to life with all that watches it, and its way to the last file.
class Run {
 public:
  /// Loads the state that the run begins with; writes nothing. Collective; throws base::Error on
  /// every rank. The measurement must live as long; the limits are the yardsticks of the summary.
  Run(const cases::Case& the_case, CheckedCase checked, const perf::MachineLimits& limits,
      RunMeasurement& measurement, const comm::Communicator& communicator);
  ~Run();

  [[nodiscard]] Simulation& simulation() { return start_.simulation; }
  [[nodiscard]] const Simulation& simulation() const { return start_.simulation; }
  /// True where it goes on from its own end, which has its summary. Collective.
  [[nodiscard]] bool is_complete(const io::RunFolder& folder) const;

  /// What a run is carried out with.
  struct Surroundings {
    io::RunClaim& claim;  ///< of a folder that is the run's, and is kept from the first step on
    Telling telling;
    StopSignals& signals;
    UserCode* user_code;                 ///< may be null
    const base::Stopwatch& since_start;  ///< of the program
  };
  /// Until the first step. The surroundings live as long as the run. False where the user code
  /// fails: then the run is to be closed with that. Collective.
  bool open(const Surroundings& surroundings);
  /// As RunLoop::step(), between open and close.
  std::optional<RunEnd> step();
  /// Now, into the folder of the run.
  void write_checkpoint();
  /// The last files. The end that this makes of the one that was reached; how much of it was
  /// computed, and at what cost, is in the summary. Collective.
  RunEnd close(RunEnd reached);
  /// All of it. Collective.
  RunEnd carry_out(const Surroundings& surroundings);

 private:
  /// Before the first step: what is to be computed, and how.
  void introduce(const io::RunClaim& claim);
  /// What the steps have cost.
  [[nodiscard]] RunCost cost();
  /// After the last step. False where a file cannot be written.
  bool conclude();

  RunMeasurement& measurement_;
  perf::MachineLimits limits_;
  Start start_;
  long long first_step_ = 0;
  /// While it is open.
  struct Opened;
  std::unique_ptr<Opened> opened_;
};

}  // namespace lobatto::run
