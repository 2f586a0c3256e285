#include "app/run_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace lobatto::app {

namespace {

double seconds_since(RunLoop::Clock::time_point start) {
  return std::chrono::duration<double>(RunLoop::Clock::now() - start).count();
}

const char* name_of(int signal) {
  return signal == SIGTERM ? "SIGTERM" : signal == SIGINT ? "SIGINT" : "SIGUSR1";
}

}  // namespace

RunLoop::RunLoop(Simulation& simulation, RunOutput& output, RunCheckpoints& checkpoints,
                 StatisticsOutput* statistics, Clock::time_point started)
    : simulation_(simulation),
      output_(output),
      checkpoints_(checkpoints),
      statistics_(statistics),
      communicator_(simulation.space().communicator()),
      started_(started) {}

RunEnd RunLoop::run() {
  while (!simulation_.finished()) {
    const double time_before = simulation_.flow().time();
    const auto report = take_step();
    RunEnd end = RunEnd::complete;
    if (is_unusable(report, time_before, end)) return finish(end);
    if (RunOutput::fields_due(simulation_, time_before)) {
      checkpoints_.wait();
      output_.write_fields(simulation_);
    }
    gather_statistics(report);
    const Verdict verdict = agree();
    const bool is_stopped =
        verdict.out_of_time || verdict.signal == SIGTERM || verdict.signal == SIGINT;
    const auto& settings = simulation_.the_case().checkpoint;
    if (is_stopped || verdict.signal == SIGUSR1 || verdict.checkpoint_due ||
        checkpoints_.is_due(report.step, time_before, report.time) ||
        (settings.final && simulation_.finished()))
      write_checkpoint();
    else if (checkpoints_.is_outstanding() && !verdict.is_busy && !settle_checkpoints())
      return finish(RunEnd::stopped);
    if (is_stopped && !simulation_.finished()) {
      output_.end_progress();
      output_.say(fmt::format(
          "stopped at step {} by {}: lobatto run ... --restart goes on from here", report.step,
          verdict.out_of_time ? "time.wall_limit" : name_of(verdict.signal)));
      return finish(RunEnd::stopped);
    }
  }
  return finish(RunEnd::complete);
}

flow::StepReport RunLoop::take_step() {
  const auto start = Clock::now();
  auto report = simulation_.advance();
  step_seconds_.push_back(seconds_since(start));
  mean_seconds_ += (step_seconds_.back() - mean_seconds_) /
                   std::min<double>(20.0, static_cast<double>(step_seconds_.size()));
  output_.after_step(simulation_, report, step_seconds_.back(), mean_seconds_);
  return report;
}

bool RunLoop::is_unusable(const flow::StepReport& report, double time_before, RunEnd& end) {
  if (const auto trouble = find_trouble(simulation_, report)) {
    output_.end_progress();
    output_.say(*trouble);
    checkpoints_.wait();
    output_.write_last_good_fields(simulation_, time_before, report.step - 1);
    end = RunEnd::blown_up;
    return true;
  }
  const auto verdict = convergence_.look(report);
  if (!verdict) return false;
  if (verdict->stop) output_.end_progress();
  output_.say(verdict->text);
  if (!verdict->stop) return false;
  checkpoints_.wait();
  output_.write_fields(simulation_);
  end = RunEnd::not_converged;
  return true;
}

RunLoop::Verdict RunLoop::agree() {
  const auto limit = simulation_.the_case().wall_limit;
  // The clock of the first rank counts; room is left for two more steps and the checkpoint.
  const bool is_first = communicator_.rank() == 0;
  const double ahead = 2 * mean_seconds_ + checkpoints_.seconds_of_one();
  std::array<double, 4> flags{
      static_cast<double>(signals_.take()), is_first && checkpoints_.is_due_by_clock() ? 1.0 : 0.0,
      is_first && limit && seconds_since(started_) + ahead >= *limit ? 1.0 : 0.0,
      checkpoints_.is_busy() ? 1.0 : 0.0};
  communicator_.max(flags);
  return {static_cast<int>(flags[0]), flags[1] != 0, flags[2] != 0, flags[3] != 0};
}

void RunLoop::gather_statistics(const flow::StepReport& report) {
  if (statistics_ == nullptr || !statistics_->after_step(report)) return;
  checkpoints_.wait();
  statistics_->write_window();
}

void RunLoop::write_checkpoint() {
  const auto& flow = simulation_.flow();
  const bool solver_memory = simulation_.the_case().checkpoint.solver_memory;
  checkpoints_.save(flow.n_steps(), flow.time(), [&](base::StateVisitor& visitor) {
    simulation_.visit_state(visitor, solver_memory);
    if (statistics_ != nullptr) statistics_->visit_state(visitor);
  });
}

bool RunLoop::settle_checkpoints() {
  const auto failure = checkpoints_.settle();
  if (!failure) return true;
  const bool stops = simulation_.the_case().checkpoint.stop_on_failure;
  output_.end_progress();
  output_.say(
      fmt::format("warning: {}; earlier checkpoints are still there{}", *failure,
                  stops ? ", the run stops (output.checkpoint.on_failure)" : ", the run goes on"));
  return !stops;
}

RunEnd RunLoop::finish(RunEnd end) {
  checkpoints_.wait();
  if (checkpoints_.is_outstanding() && !settle_checkpoints() && end == RunEnd::complete)
    end = RunEnd::stopped;
  output_.end_progress();
  return end;
}

}  // namespace lobatto::app
