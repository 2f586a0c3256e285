#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "io/checkpoint/series.hpp"
#include "plan/grounds.hpp"

namespace lobatto::run {

/// When the checkpoints of a run are due, and what becomes of those under way.
class RunCheckpoints {
 public:
  using State = io::CheckpointSeries::State;

  /// first_step: where the run begins.
  RunCheckpoints(const cases::Case& the_case, const plan::Grounds& grounds,
                 const std::filesystem::path& folder, long long first_step,
                 const space::FunctionSpace& space);

  /// True where the intervals in steps or time say so at the end of a step.
  [[nodiscard]] bool is_due(long long step, double time_before, double time) const {
    return settings_.interval.is_due(step, time_before, time);
  }
  /// The same for the interval in real time; by this rank's clock.
  [[nodiscard]] bool is_due_by_clock() const;
  /// Seconds that writing one has cost the run, for planning.
  [[nodiscard]] double seconds_of_one() const;

  /// True where the run has written one.
  [[nodiscard]] bool has_any() const { return series_.totals().n_saved > 0; }

  /// Collective.
  void save(long long step, double time, State state);
  /// True when this rank has something to settle.
  bool poll() { return series_.poll(); }
  void finish() { series_.finish(); }
  /// What has failed, if anything. proven: the step up to which checkpoints are known to be good.
  /// Collective.
  std::optional<std::string> settle(long long proven) { return series_.settle(proven); }
  /// See io::CheckpointSeries::has_newest().
  [[nodiscard]] bool has_newest() const { return series_.has_newest(); }

  /// "3 checkpoints, 45.1 MB each, ...", empty without any. Collective.
  [[nodiscard]] std::string account(const comm::Communicator& communicator) const;

 private:
  using Clock = std::chrono::steady_clock;

  cases::CheckpointCase settings_;
  std::map<std::string, std::string> provenance_;
  io::CheckpointSeries series_;
  Clock::time_point last_save_ = Clock::now();
};

}  // namespace lobatto::run
