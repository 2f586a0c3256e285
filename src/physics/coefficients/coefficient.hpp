#pragma once

#include <memory>
#include <span>
#include <string>

#include "physics/coefficients/coefficient_law.hpp"
#include "space/nodal_value.hpp"
#include "space/scaled_stiffness.hpp"
#include "state/state.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

/// A coefficient of an equation while a run goes on. Where it is a field, the state has it by its
/// name, at the levels of the solution; the implicit solve of a step takes it at the new time:
///
///   of a law of place and time   k(x, t^{n+1})
///   of one of the solution       max(sum_j a_j k^{n-j}, least_share min_j k^{n-j})
///
/// with the extrapolation of the step, which may overshoot and must not end at or below zero.
class Coefficient {
 public:
  static constexpr double least_share = 0.1;

  /// capacity: that of space::ScaledStiffness, where the coefficient is a field. The state must
  /// live as long.
  Coefficient(state::State& state, std::string name, CoefficientSettings settings,
              std::span<const double> capacity = {});

  /// Declares the field in the state, where it is one; what follows needs that. The unknowns of the
  /// equations come before it.
  void declare();

  [[nodiscard]] bool is_field() const { return settings_.law != nullptr; }
  [[nodiscard]] const state::Variable& field() const { return *field_; }
  /// Level 0.
  [[nodiscard]] space::NodalValue value() const;
  /// For the implicit solve of the step that is being taken.
  [[nodiscard]] space::StiffnessCoefficient stiffness() const;

  /// The current level is given, of time t. Collective.
  void evaluate(double t);
  /// Makes the current level the one before.
  void advance();
  /// Level 0 and the stiffness become those of the new time, as far as they are known. After
  /// advance(). Collective.
  void predict(const time::NextStep& next);
  /// Another factor of the mass that stands beside the stiffness of a field. [size]
  void set_capacity(std::span<const double> capacity) { stiffness_->set_capacity(capacity); }
  /// Level 0 becomes that of the step's solution, of time t; the stiffness stays. Collective.
  void complete(double t);

 private:
  /// True where the stiffness is of other values, on some rank: the version of one that stays is
  /// the same after a restart. Collective.
  [[nodiscard]] bool is_new(std::span<const double> k) const;
  void extrapolate(const time::Extrapolation& extrapolation);

  state::State& state_;
  std::string name_;
  CoefficientSettings settings_;
  state::Variable* field_ = nullptr;
  std::unique_ptr<space::ScaledStiffness> stiffness_;
};

}  // namespace lobatto::physics
