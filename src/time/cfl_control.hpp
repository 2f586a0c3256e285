#pragma once

namespace lobatto::time {

/// Chooses the time step from a target CFL number, max over nodes of sum_d |u_d| dt / dx_d.
///
/// Let `ideal` be the step that would meet the target with the last step's velocity. The step stays
/// as it is while 1 <= ideal / dt <= 1.15, so that everything that depends on dt alone is reused; a
/// longer one is approached by 10 % a step (the variable-step BDF3 / EX3 pair tolerates no jumps),
/// a shorter one is taken at once with 5 % to spare.
class CflControl {
 public:
  static constexpr double dead_band = 1.15;
  static constexpr double growth = 1.1;
  static constexpr double shrink_margin = 1.05;

  /// Throws base::Error unless both are positive; max_dt may be infinite.
  CflControl(double target, double max_dt);

  /// The step that meets the target, at most max_dt; infinite for fluid at rest without one. Throws
  /// like `propose`.
  [[nodiscard]] double ideal(double cfl_rate) const;

  /// The next step. cfl_rate: CFL number of the last step's velocity per unit of dt, 1 / time, >= 0
  /// (fluid at rest: the step grows towards max_dt). Throws base::Error on a rate that is not
  /// finite: the solution has blown up.
  [[nodiscard]] double propose(double cfl_rate, double last_dt) const;

  /// The very first step: the target itself, or max_dt. Throws base::Error for fluid at rest
  /// without a max_dt.
  [[nodiscard]] double first(double cfl_rate) const;

 private:
  double target_;
  double max_dt_;
};

/// The last steps before an end that share what has to be shortened.
inline constexpr double few_steps = 5;

/// The step to take from t instead of dt so that `end` is hit: dt itself while more than n_sharing
/// steps remain, then the rest in equal parts none of which is longer than dt (to 1e-6). Steps that
/// differ from dt by round-off only are left at dt: these miss `end` by less than 5e-13 of it.
/// Needs t < end. n_sharing may be infinite: then dt changes once, at the first step of all.
double fit_to(double dt, double t, double end, double n_sharing = few_steps);

}  // namespace lobatto::time
