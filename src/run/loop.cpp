#include "run/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <utility>

#include "base/error.hpp"
#include "run/records/search_files.hpp"

namespace lobatto::run {

namespace {

/// 0 for none; where ranks got different ones the highest counts.
double weight_of(int signal) {
  const auto& held = StopSignals::held;
  const auto found = std::ranges::find(held, signal, &StopSignals::Held::number);
  return found == held.end() ? 0.0 : static_cast<double>(found - held.begin() + 1);
}

/// The inverse.
int signal_of(double weight) {
  return weight == 0 ? 0 : StopSignals::held.at(static_cast<std::size_t>(weight) - 1).number;
}

const char* name_of(int signal) {
  const auto& held = StopSignals::held;
  return std::ranges::find(held, signal, &StopSignals::Held::number)->name;
}

constexpr const char* sound_checkpoint =
    "lobatto run ... --restart goes on from the newest checkpoint, whose flow looked sound";

bool stops_run(int signal) { return signal != 0 && signal != SIGUSR1; }

}  // namespace

RunLoop::RunLoop(Simulation& simulation, RunOutput& output, RunCheckpoints& checkpoints,
                 Observers& observers, RunMeasurement& measurement, StopSignals& signals,
                 UserCode* user_code, const base::Stopwatch& since_start)
    : simulation_(simulation),
      output_(output),
      checkpoints_(checkpoints),
      observers_(observers),
      measurement_(measurement),
      communicator_(simulation.space().communicator()),
      checkpoints_region_(simulation.profiler().add("checkpoints")),
      signals_(signals),
      user_code_(user_code),
      since_start_(since_start),
      trouble_(simulation) {
  if (user_code_ != nullptr) user_code_region_ = simulation.profiler().add("user code");
}

bool RunLoop::Verdict::stops() const {
  return out_of_time || stops_run(signal) || wish != UserCode::Wish::go_on;
}

bool RunLoop::begin_user_code(const io::RunFolder& folder) {
  if (user_code_ == nullptr) return true;
  const perf::Profiler::Scope scope(simulation_.profiler(), user_code_region_);
  const auto wish = user_code_->begin(simulation_, folder);
  const bool fails = communicator_.max(wish == UserCode::Wish::failed ? 1.0 : 0.0) != 0;
  if (fails) {
    tell_of_user_failure("before the first step");
    output_.say("after the repair lobatto run ... --restart takes the run up again");
  }
  return !fails;
}

std::optional<RunEnd> RunLoop::step() {
  const double time_before = simulation_.state().time();
  const auto report = take_step();
  RunEnd end = RunEnd::complete;
  if (is_unusable(report, time_before, end)) return end;
  // Before the observers, which see what it has changed, and whether this step is the last one.
  const auto wish = ask_user_code(report);
  const bool is_last = simulation_.finished() || wish == UserCode::Wish::stop;
  tell_of_faults(observers_.sample({report, time_before, is_last}), is_last);
  const Verdict verdict = agree(wish);
  if (verdict.record_failed)
    tell_of_failure(news_of_records_, "its lines wait until there is room");
  const bool is_stopped = verdict.stops() || failure_stops_;
  if (verdict.has_news) settle_checkpoints();
  checkpoint_waits_ = checkpoint_waits_ || verdict.checkpoint_due ||
                      checkpoints_.is_due(report.step, time_before, report.time);
  const bool is_final = simulation_.the_case().checkpoint.final && simulation_.finished();
  if (is_stopped || is_final || verdict.signal == SIGUSR1 || looks_good_for_checkpoint())
    write_checkpoint();
  measurement_.end_step();
  if (verdict.wish == UserCode::Wish::failed) {
    tell_of_user_failure(fmt::format("after step {}", report.step));
    output_.say("a checkpoint of this step is written; lobatto run ... --restart goes on from it");
    return RunEnd::user_code_failed;
  }
  if (verdict.wish == UserCode::Wish::stop) {
    output_.end_progress();
    output_.say(fmt::format("ended at step {} by a rule of the user code", report.step));
    return RunEnd::complete;
  }
  if (simulation_.finished()) return end_of_last_step();
  if (!is_stopped && !failure_stops_) return std::nullopt;
  tell_of_stop(verdict);
  return RunEnd::stopped;
}

UserCode::Wish RunLoop::ask_user_code(const physics::StepReport& report) {
  if (user_code_ == nullptr) return UserCode::Wish::go_on;
  const perf::Profiler::Scope scope(simulation_.profiler(), user_code_region_);
  const auto wish = static_cast<double>(user_code_->after_step(report));
  return static_cast<UserCode::Wish>(static_cast<int>(communicator_.max(wish)));
}

physics::StepReport RunLoop::take_step() {
  const base::Stopwatch stopwatch;
  auto report = simulation_.advance();
  step_seconds_.push_back(stopwatch.seconds());
  mean_seconds_ += (step_seconds_.back() - mean_seconds_) /
                   std::min<double>(20.0, static_cast<double>(step_seconds_.size()));
  output_.after_step(simulation_, report, step_seconds_.back(), mean_seconds_);
  if (simulation_.search() != nullptr && simulation_.search()->is_due()) tell_of_propagation();
  return report;
}

void RunLoop::tell_of_propagation() {
  output_.add(propagation_text(simulation_));
  try {
    write_history(simulation_, output_.folder().path());
  } catch (const base::Error& error) {
    tell_of_failure(error.what(), "the next iterate writes it again");
    lacks_files_ = simulation_.finished();
  }
}

bool RunLoop::is_unusable(const physics::StepReport& report, double time_before, RunEnd& end) {
  if (const auto trouble = trouble_.look(report)) {
    output_.end_progress();
    output_.say(*trouble);
    if (checkpoints_.has_any()) output_.say(sound_checkpoint);
    tell_of_faults(observers_.rescue(1, time_before, report.step - 1), false);
    end = RunEnd::blown_up;
    return true;
  }
  const auto verdict = convergence_.look(report);
  if (!verdict) return false;
  if (verdict->stop) output_.end_progress();
  output_.say(verdict->text);
  if (!verdict->stop) return false;
  tell_of_faults(observers_.rescue(0, report.time, report.step), false);
  end = RunEnd::not_converged;
  return true;
}

RunLoop::Verdict RunLoop::agree(UserCode::Wish wish) {
  const auto limit = simulation_.the_case().wall_limit;
  // The clock of the first rank counts; room is left for two more steps and the checkpoint.
  const bool is_first = communicator_.rank() == 0;
  const double ahead = 2 * mean_seconds_ + checkpoints_.seconds_of_one();
  std::array<double, 5> flags{
      weight_of(signals_.take()), is_first && checkpoints_.is_due_by_clock() ? 1.0 : 0.0,
      is_first && limit && since_start_.seconds() + ahead >= *limit ? 1.0 : 0.0,
      records_fail_newly() ? 1.0 : 0.0, checkpoints_.poll() ? 1.0 : 0.0};
  communicator_.max(flags);
  return {signal_of(flags[0]), flags[1] != 0, flags[2] != 0, flags[3] != 0, flags[4] != 0, wish};
}

bool RunLoop::records_fail_newly() {
  if (output_.record_fails_newly()) {
    news_of_records_ = output_.record_failure();
    return true;
  }
  const auto failure = observers_.new_failure();
  if (failure) news_of_records_ = *failure;
  return failure.has_value();
}

void RunLoop::tell_of_faults(const std::vector<Observers::Fault>& faults, bool is_last) {
  for (const auto& fault : faults) {
    tell_of_failure(fault.what, fault.consequence);
    // A restart writes those of the last step.
    if (fault.is_lost) (is_last ? lacks_files_ : has_lost_files_) = true;
  }
}

bool RunLoop::looks_good_for_checkpoint() {
  if (!checkpoint_waits_) return false;
  const bool is_sound = !trouble_.is_suspicious();
  if (!is_sound && !std::exchange(wait_is_told_, true)) {
    output_.end_progress();
    output_.say(
        fmt::format("note: the flow of step {} may be about to blow up; its checkpoint waits until "
                    "that is over",
                    simulation_.state().n_steps()));
  }
  return is_sound;
}

void RunLoop::write_checkpoint() {
  const perf::Profiler::Scope scope(simulation_.profiler(), checkpoints_region_);
  checkpoint_waits_ = wait_is_told_ = false;
  try {
    observers_.flush();
  } catch (const base::Error& error) {
    tell_of_failure(error.what(), "no checkpoint is written, so that a restart has all samples");
    lacks_checkpoint_ = true;
    return;
  }
  lacks_checkpoint_ = false;
  const auto& state = simulation_.state();
  const bool solver_memory = simulation_.the_case().checkpoint.solver_memory;
  checkpoints_.save(state.n_steps(), state.time(), [&](base::StateVisitor& visitor) {
    simulation_.visit_state(visitor, solver_memory);
    observers_.visit_state(visitor);
  });
}

void RunLoop::settle_checkpoints() {
  const perf::Profiler::Scope scope(simulation_.profiler(), checkpoints_region_);
  if (const auto failure = checkpoints_.settle(trouble_.proven_step()))
    tell_of_failure(*failure, "earlier checkpoints are still there");
}

void RunLoop::tell_of_failure(const std::string& failure, const std::string& consequence) {
  failure_stops_ = simulation_.the_case().checkpoint.stop_on_failure;
  output_.end_progress();
  output_.say(fmt::format("warning: {}; {}, the run {}", failure, consequence,
                          failure_stops_ ? "stops (output.checkpoint.on_failure)" : "goes on"));
}

void RunLoop::tell_of_stop(const Verdict& verdict) {
  const char* reason = verdict.out_of_time         ? "time.wall_limit"
                       : stops_run(verdict.signal) ? name_of(verdict.signal)
                                                   : "output.checkpoint.on_failure";
  output_.end_progress();
  output_.say(
      fmt::format("stopped at step {} by {}; lobatto run ... --restart goes on from the "
                  "newest checkpoint",
                  simulation_.state().n_steps(), reason));
}

void RunLoop::tell_of_user_failure(const std::string& when) {
  const std::string failure = user_code_->failure();
  const auto first = communicator_.max_location(failure.empty() ? 0.0 : 1.0);
  std::string text = failure;
  communicator_.broadcast(text, first.rank);
  output_.end_progress();
  output_.say(fmt::format("the user code failed {}{}:\n{}", when,
                          communicator_.size() > 1 ? fmt::format(" on rank {}", first.rank) : "",
                          text));
}

void RunLoop::tell_of_steady_end() {
  const SteadyWatch* watch = simulation_.steady_watch();
  if (watch == nullptr || !watch->is_steady()) return;
  output_.end_progress();
  output_.say(fmt::format(
      "steady at step {}: the fields change by {:.3g} of themselves per unit of time, which is "
      "below time.steady.change = {:g}; the run is complete",
      simulation_.state().n_steps(), watch->change().value(),
      simulation_.the_case().steady->change));
}

RunEnd RunLoop::end_of_last_step() {
  tell_of_steady_end();
  const auto* search = simulation_.search();
  return search == nullptr || search->is_converged() ? RunEnd::complete : RunEnd::not_converged;
}

void RunLoop::write_what_was_found() {
  output_.say(found_text(simulation_));
  try {
    write_found(simulation_, output_.folder().path());
  } catch (const base::Error& error) {
    output_.say(fmt::format("warning: {}; {}", error.what(), restart_writes_it));
    lacks_files_ = true;
  }
}

void RunLoop::complete_checkpoints() {
  {
    const perf::Profiler::Scope scope(simulation_.profiler(), checkpoints_region_);
    checkpoints_.finish();
  }
  settle_checkpoints();
}

void RunLoop::complete_record() {
  try {
    output_.flush_record();
  } catch (const base::Error& error) {
    output_.say(fmt::format("warning: {}; these lines are lost", error.what()));
    has_lost_files_ = true;
  }
}

RunEnd RunLoop::finish(RunEnd end) {
  signals_.drop_rest();
  const auto faults = observers_.finish();
  complete_checkpoints();
  output_.end_progress();
  if (simulation_.search() != nullptr && simulation_.finished()) write_what_was_found();
  complete_record();
  for (const auto& fault : faults)
    output_.say(fmt::format("warning: {}; {}", fault.what, restart_writes_it));
  lacks_files_ = lacks_files_ || lacks_checkpoint_ || !checkpoints_.has_newest() || !faults.empty();
  const bool is_short = failure_stops_ || lacks_files_ || has_lost_files_;
  return is_short && end == RunEnd::complete ? RunEnd::stopped : end;
}

}  // namespace lobatto::run
