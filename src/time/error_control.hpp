#pragma once

#include <optional>

#include "base/state_visitor.hpp"

namespace lobatto::time {

/// Chooses the time step from the local error e of the last ones, relative and of second order, so
/// that it stays near a tolerance. As e grows with dt^3,
///   dt_{n+1} = dt_n (tolerance / e_n)^{0.7 / 3} (e_{n-1} / tolerance)^{0.4 / 3},
/// a PI controller (Gustafsson, ACM Trans. Math. Softw. 17 (1991) 533; Hairer & Wanner, Solving
/// Ordinary Differential Equations II, IV.2), which keeps its calm where stability bounds the step.
/// The step stays as it is while the one that meets the tolerance is 1 to 1.15 times as long; a
/// longer one is approached by 10 % per step, a shorter one by half at most. No step is repeated.
class ErrorControl {
 public:
  /// Throws base::Error unless it is positive.
  explicit ErrorControl(double tolerance);

  /// The first step, of which nothing is known: that which would meet the tolerance in a flow whose
  /// time scale, (u / u''')^{1/3}, is `longest`, the step that stability allows; no longer than
  /// that.
  [[nodiscard]] double first(double longest) const;
  /// The next step after those whose errors were taken; last_dt where there is none.
  [[nodiscard]] double propose(double last_dt) const;
  /// Of the last step, which counts to a hundredth; nothing: not known.
  void take(std::optional<double> error);
  /// Forgets the errors: the run begins anew.
  void forget() { error_ = error_before_ = unknown; }
  /// A run goes on with the same steps; one that did not look may be loaded, too.
  void visit_state(base::StateVisitor& visitor);

 private:
  static constexpr double unknown = -1;

  /// The step that meets the tolerance; nothing before the first error.
  [[nodiscard]] std::optional<double> ideal(double last_dt) const;

  double tolerance_;
  double error_ = unknown;
  double error_before_ = unknown;
};

}  // namespace lobatto::time
