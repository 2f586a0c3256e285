#pragma once

#include <vector>

#include "base/state_visitor.hpp"
#include "time/coefficients.hpp"

namespace lobatto::time {

/// The step that is being taken: where it leads, and its coefficients.
struct NextStep {
  double time = 0;
  double dt = 0;
  std::vector<double> steps;  ///< dt and the steps before it, newest first
  Bdf bdf;
  Extrapolation extrapolation;  ///< of what is explicit

  /// For what keeps fewer levels: of this order at most.
  [[nodiscard]] Extrapolation extrapolation_of(int most) const;
};

/// Where a run is in time, and the steps that have brought it there.
class StepHistory {
 public:
  /// order: of the time stepping, 1 to max_order.
  explicit StepHistory(int order) : order_(order) {}

  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] long long n_steps() const { return n_steps_; }

  /// A step of length dt from now: of order k once k - 1 steps lie behind.
  [[nodiscard]] NextStep begin(double dt) const;
  /// It has been taken.
  void finish(const NextStep& next);
  /// What was taken is none of the run's steps: a level of the past that is known.
  void finish_known(const NextStep& next);
  /// Begins anew here, without a past.
  void restart(double time, long long n_steps);
  /// The next step has no past.
  void forget();
  /// The solution that is set next is of this time.
  void set_time(double time) { time_ = time; }

  /// True where the error of a next step of first order would take from the order of the run: that
  /// of the steps adds up to dt^k, this one alone leaves dt^2.
  [[nodiscard]] bool wants_start() const { return order_ > 2 && past_steps_.empty(); }
  /// Past levels that the next step uses besides the current one: at most order - 1.
  [[nodiscard]] int n_past() const;
  /// The time of the level so many steps before, from 0 (now) to n_past().
  [[nodiscard]] double time_of(int level) const;

  /// Names time, step and the past that the next step uses, as "flow/time" ...: names that files
  /// of all versions have.
  void visit_state(base::StateVisitor& visitor);

 private:
  int order_;
  double time_ = 0;
  long long n_steps_ = 0;
  std::vector<double> past_steps_;  ///< newest first
  std::vector<double> past_times_;  ///< where those steps began
};

}  // namespace lobatto::time
