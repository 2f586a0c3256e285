#pragma once

#include <optional>
#include <vector>

#include "base/stopwatch.hpp"
#include "run/checkpoints.hpp"
#include "run/observers.hpp"
#include "run/records/output.hpp"
#include "run/records/run_measurement.hpp"
#include "run/simulation.hpp"
#include "run/user_code.hpp"
#include "run/watches/stop_signals.hpp"
#include "run/watches/trouble.hpp"

namespace lobatto::run {

/// What is said of a file that a run has no room for at its end.
inline constexpr const char* restart_writes_it =
    "lobatto run ... --restart writes it when there is room";

/// How a run ended; the exit code of the program.
enum class RunEnd {
  complete = 0,
  blown_up = 3,
  not_converged = 4,
  stopped = 5,  ///< before its end, by a signal, its wall limit or a full disk; it can go on
  user_code_failed = 7,  ///< between two steps; it can go on
};

/// Steps until the end of the case, or until something ends them before, and what is due on the
/// way: fields, checkpoints, signals, the limit in real time.
class RunLoop {
 public:
  /// since_start: of the program, for the wall limit; must live as long. user_code: may be null.
  RunLoop(Simulation& simulation, RunOutput& output, RunCheckpoints& checkpoints,
          Observers& observers, RunMeasurement& measurement, StopSignals& signals,
          UserCode* user_code, const base::Stopwatch& since_start);

  /// Before the first step. False where the user code of some rank fails, which is told.
  /// Collective.
  bool begin_user_code(const io::RunFolder& folder);
  /// One step, and what is due after it; the end of the run where it was the last one, for
  /// whatever reason. Not after the end. Collective.
  std::optional<RunEnd> step();
  /// Completes the files of the run: all that come before the summary. The end that this makes of
  /// `end`. Collective.
  RunEnd finish(RunEnd end);
  /// Now, whatever the case says. Collective.
  void write_checkpoint();
  /// True where files are missing at the end that a restart can write: then the run is not
  /// complete, whatever it reached.
  [[nodiscard]] bool lacks_files() const { return lacks_files_; }
  [[nodiscard]] const std::vector<double>& step_seconds() const { return step_seconds_; }

 private:
  /// What the ranks decide together at the end of a step.
  struct Verdict {
    int signal = 0;
    bool checkpoint_due = false;
    bool out_of_time = false;
    bool record_failed = false;  ///< lines of steps.jsonl wait for room on the disk
    bool has_news = false;       ///< of checkpoints, some rank
    UserCode::Wish wish = UserCode::Wish::go_on;
    [[nodiscard]] bool stops() const;
  };
  physics::StepReport take_step();
  /// The worst wish of all ranks.
  UserCode::Wish ask_user_code(const physics::StepReport& report);
  Verdict agree(UserCode::Wish wish);
  /// True on rank 0 when lines of a file newly wait to be written; news_of_records_ says why.
  bool records_fail_newly();
  /// The end of the run, where the step was the last one for some reason.
  [[nodiscard]] bool is_unusable(const physics::StepReport& report, double time_before,
                                 RunEnd& end);
  /// is_last: of the samples of the last step.
  void tell_of_faults(const std::vector<Observers::Fault>& faults, bool is_last);
  /// Writes what waits, for the last time. Collective.
  void complete_record();
  /// True where a checkpoint is due and the flow looks sound; that one waits is told of once.
  bool looks_good_for_checkpoint();
  void settle_checkpoints();
  /// Until the last one is in its folder.
  void complete_checkpoints();
  /// A file could not be written: the run goes on, or stops after this step, as the case says.
  void tell_of_failure(const std::string& failure, const std::string& consequence);
  void tell_of_stop(const Verdict& verdict);
  void tell_of_user_failure(const std::string& when);
  void tell_of_steady_end();
  /// Complete, unless it looked for something and has not found all.
  [[nodiscard]] RunEnd end_of_last_step();
  /// Of a search: its last step ended one.
  void tell_of_propagation();
  /// Of a search that has come to its end.
  void write_what_was_found();

  Simulation& simulation_;
  RunOutput& output_;
  RunCheckpoints& checkpoints_;
  Observers& observers_;
  RunMeasurement& measurement_;
  const comm::Communicator& communicator_;
  perf::RegionId checkpoints_region_;
  StopSignals& signals_;
  UserCode* user_code_;
  perf::RegionId user_code_region_{};
  const base::Stopwatch& since_start_;
  TroubleWatch trouble_;
  ConvergenceWatch convergence_;
  std::vector<double> step_seconds_;
  double mean_seconds_ = 0;
  std::string news_of_records_;
  bool checkpoint_waits_ = false;  ///< one is due, for a state that looks sound
  bool wait_is_told_ = false;
  bool failure_stops_ = false;     ///< one has come, and the case wants that
  bool lacks_checkpoint_ = false;  ///< the last one that was due
  bool lacks_files_ = false;
  bool has_lost_files_ = false;  ///< for good
};

}  // namespace lobatto::run
