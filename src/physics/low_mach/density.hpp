#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "physics/coefficients/coefficient.hpp"
#include "physics/settings.hpp"
#include "physics/step_report.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/element_operators.hpp"
#include "space/scaled_stiffness.hpp"
#include "state/history.hpp"
#include "state/state.hpp"
#include "time/step_history.hpp"

namespace lobatto::physics {

class ScalarTransport;

/// The density of a flow at low Mach number, and what the continuity makes of it,
///   div u = Q,   Q = -(1/rho) (d rho/dt + u . grad rho).
/// Scalars are solved for first, with rho extrapolated; what is known of them then gives rho at the
/// new time, and with a velocity u* that is extrapolated
///   Q = -(b_0 rho^{n+1} - sum_k beta_k rho^{n-k} + u* . grad rho^{n+1}) / rho^{n+1}.
/// Of an ideal gas that is (1/T) DT/Dt - (1/p_th) dp_th/dt. In a vessel that nothing leaves p_th
/// holds the mass,
///   p_th = R mass / int 1/T,
/// and heats the gas by dp_th/dt: with T = T_a + (dp_th/dt) T_b, T_b what a source of one makes,
/// both are found together, so that no p_th is extrapolated. Tomboulides, Lee & Orszag, J. Sci.
/// Comput. 12 (1997), extrapolate it.
class Density {
 public:
  /// The state, of a fluid alone, must live as long.
  Density(state::State& state, const FlowSettings& settings);

  /// Declares "density" in the state: unknowns come before it.
  void declare();
  /// The diffusivity of a scalar, whose equation has rho before its change.
  void take_scalar(Coefficient& diffusivity) { diffusivities_.push_back(&diffusivity); }
  /// The equation of the temperature of a gas. Both must live as long.
  void take_temperature(ScalarTransport& equation) { temperature_ = &equation; }

  /// The run begins anew with the scalars of the current level, of time t; where it began later,
  /// that is a level of its past, of the same mass. Collective.
  void begin(double t);
  /// That of the scalars of the current level, of time t. Collective.
  void evaluate(double t);
  /// Makes the current level the one before.
  void advance();
  /// rho of the new time as far as it is known, for the scalars.
  void predict(const time::NextStep& next);
  /// The scalars are there: rho, p_th and Q of the new time. u_star: extrapolated. Collective.
  void solve(const time::NextStep& next, const state::Variable& u_star);
  /// Q takes a constant up, so that a velocity with this net flux through the boundary has it.
  /// Collective.
  void balance(double net_flux);
  /// f += factor M Q on a block. [n_elements][n][n][n]
  void add_divergence(double factor, const space::ElementBlock& block, double* f) const;
  /// Work per time on a block of the new level: of gravity, (rho - reference) g . u, and of the
  /// pressure, p Q, which is what it does on the whole but on the boundary. mass_u: M rho u.
  [[nodiscard]] double power(const space::ElementBlock& block, const space::Field& pressure,
                             const std::array<const double*, 3>& mass_u) const;
  /// Of a step that is complete. Collective.
  [[nodiscard]] MassReport report(const time::NextStep& next, const state::Variable& velocity);

  /// Level 0. [size]
  [[nodiscard]] const space::Field& now() const { return field_->now(); }
  /// Level 1. [size]
  [[nodiscard]] const space::Field& before() const { return field_->at(1); }
  /// Q. [size]
  [[nodiscard]] const space::Field& divergence() const { return divergence_; }
  /// 1 / rho, and the stiffness with it, of the new time. [size]
  [[nodiscard]] const space::Field& volume() const { return volume_; }
  [[nodiscard]] const space::ScaledStiffness& volume_stiffness() const { return stiffness_; }
  [[nodiscard]] const DensitySettings& settings() const { return settings_; }

  /// What the scalars do not tell: the mass.
  void visit_state(base::StateVisitor& visitor);

 private:
  /// T and dp_th/dt of a vessel that is closed.
  void compress(const time::NextStep& next);
  void find_divergence(const time::NextStep& next, const state::Variable& u_star);
  [[nodiscard]] std::span<double> temperature();
  /// int 1/T. Collective.
  [[nodiscard]] double inverse_temperature();
  /// int rho u . n over the boundary. Collective.
  [[nodiscard]] double outflow(const state::Variable& velocity) const;

  state::State& state_;
  const space::FunctionSpace& space_;
  DensitySettings settings_;
  bool is_closed_;  ///< a gas in a vessel
  double mass_ = 0;
  double beginning_ = -std::numeric_limits<double>::infinity();  ///< of the run
  state::Variable* field_ = nullptr;
  state::History<double> pressure_;  ///< p_th
  state::History<double> content_;   ///< int rho
  double past_pressure_ = 0;         ///< sum_k beta_k p_th^{n-k}
  space::Field past_, divergence_;   ///< the same of rho; Q
  space::Field volume_, response_;   ///< 1 / rho; T_b
  space::Field assembled_mass_;
  space::ScaledStiffness stiffness_;
  std::unique_ptr<space::ElementOperators> operators_;
  std::vector<space::Boundary> boundaries_;
  std::vector<Coefficient*> diffusivities_;
  ScalarTransport* temperature_ = nullptr;
};

}  // namespace lobatto::physics
