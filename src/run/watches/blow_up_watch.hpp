#pragma once

#include <optional>
#include <string>

#include "physics/step_report.hpp"

namespace lobatto::run {

/// Tells a run that blows up from one that is lively, before its numbers overflow: under a target
/// CFL number the step shrinks with the growing velocity, and nothing else would ever stop it.
///
/// Energy. Over a step kinetic energy E cannot grow by more than forces and boundaries put in:
///   B_n = min(B_{n-1}, E_{n-1}) + dt max(P_{n-1}, P_n, 0)
/// bounds E_n, with P their power (physics::FlowState); the viscosity's share, which is negative,
/// is left out. E_n > 1.1 B_n is suspicious, E_n > 2 B_n the end, both at CFL numbers beyond 0.1
/// alone: below, advection is stable, and what little a flow near rest has may well be errors.
///
/// Step. The step that the CFL number asks for is compared with the geometric mean of the last
/// hundred or so: under a fifth of it is suspicious, under a thousandth the end. A sound flow
/// cannot do that: its velocity changes over the time h / u of the smallest structures, which is
/// some steps, and grows by powers of the number of steps at most. Where the case gives the
/// shortest step, that is the end instead.
class BlowUpWatch {
 public:
  /// A checkpoint is proven when this many steps have followed that were not suspicious.
  static constexpr long long steps_of_proof = 50;

  /// initial: the state before the first step to be looked at; min_dt: the shortest step that the
  /// case allows, if it says so.
  BlowUpWatch(const physics::FlowState& initial, std::optional<double> min_dt)
      : last_(initial), explained_(initial.kinetic_energy), min_dt_(min_dt) {}

  /// To be called once per step. wanted_dt: the step that the CFL number asks for next; none where
  /// the step is constant. Returns what is wrong, for people; empty while the run can go on.
  std::optional<std::string> look(const physics::StepReport& report,
                                  std::optional<double> wanted_dt);

  /// Somebody has changed the velocity, to this state: what the flow had before explains nothing.
  void begin_anew(const physics::FlowState& state);
  /// The same as look() of a step whose velocity is given and proves nothing.
  void take_as_calm(long long step) { last_calm_step_ = step; }

  /// True where the last step may be one of a blow-up that has only begun.
  [[nodiscard]] bool is_suspicious() const { return is_suspicious_; }
  /// Checkpoints of this step and earlier ones are proven.
  [[nodiscard]] long long proven_step() const { return last_calm_step_ - steps_of_proof; }

 private:
  std::optional<std::string> look_at_energy(const physics::StepReport& report);
  std::optional<std::string> look_at_step(double wanted_dt);

  physics::FlowState last_;
  double explained_;  ///< B
  std::optional<double> min_dt_;
  double mean_log_dt_ = 0;  ///< of wanted steps
  int n_steps_ = 0;
  bool is_suspicious_ = false;
  long long last_calm_step_ = -1;
};

}  // namespace lobatto::run
