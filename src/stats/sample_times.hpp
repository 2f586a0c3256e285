#pragma once

#include <cstdint>
#include <optional>

#include "base/state_visitor.hpp"

namespace lobatto::stats {

/// A state that the run goes through.
struct Moment {
  std::int64_t step = 0;
  double time = 0;
};

/// When samples are taken and what they weigh. Gathering begins with the first state at or after
/// `start`; from there on every every_steps-th state is a sample, which stands for the time since
/// the one before it (since the begin, for the first). The weights of an interval so add to its
/// length, and steps of equal length give equal weights. A window is the interval from the last
/// sample of the window before to the first sample that is at least `window` later.
class SampleTimes {
 public:
  struct Settings {
    double start = 0;
    long long every_steps = 10;
    std::optional<double> window;  ///< none: one window for all
  };
  explicit SampleTimes(const Settings& settings) : settings_(settings) {}

  /// The state that the run begins with, before any step.
  void begin_run(const Moment& now);
  /// The state after a step: the weight of the sample that it is, or nothing.
  std::optional<double> after_step(const Moment& now);

  /// The current window: from begin() to end(), its last sample.
  [[nodiscard]] const Moment& begin() const { return begin_; }
  [[nodiscard]] const Moment& end() const { return end_; }
  [[nodiscard]] double weight() const { return end_.time - begin_.time; }
  [[nodiscard]] std::int64_t n_samples() const { return n_samples_; }
  [[nodiscard]] bool window_is_complete() const;
  /// The next window begins where this one ended.
  void next_window();

  void visit_state(base::StateVisitor& visitor, const std::string& path);

 private:
  /// A hair of tolerance: sums of steps miss round times by round-off.
  static constexpr double tolerance = 1e-9;

  Settings settings_;
  std::int64_t has_begun_ = 0;
  std::int64_t n_samples_ = 0;
  Moment begin_, end_;
};

}  // namespace lobatto::stats
