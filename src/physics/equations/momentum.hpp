#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "physics/coefficients/coefficient.hpp"
#include "physics/conditions/backflow.hpp"
#include "physics/conditions/boundary_energy.hpp"
#include "physics/conditions/dirichlet_values.hpp"
#include "physics/conditions/extrapolated_traction.hpp"
#include "physics/conditions/pressure_boundary.hpp"
#include "physics/conditions/traction.hpp"
#include "physics/equations/equation.hpp"
#include "physics/equations/explicit_part.hpp"
#include "physics/flow_rate_control.hpp"
#include "physics/low_mach/density.hpp"
#include "physics/low_mach/variable_stress.hpp"
#include "physics/settings.hpp"
#include "physics/solvers/helmholtz_solver.hpp"
#include "physics/terms/viscous_stress.hpp"
#include "physics/work_region.hpp"
#include "space/element_operators.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// What feeds the kinetic energy: all of it, and the part that a filter does.
struct Power {
  double total = 0;
  double of_filter = 0;
};

/// Velocity and pressure of an incompressible flow,
///   du/dt + u . grad u = -grad p + div(2 nu S) + f,   div u = 0,
/// by BDFk / EXTk and a splitting into explicit part, pressure and velocity (Karniadakis, Israeli &
/// Orszag 1991):
///   u_hat = sum_k beta_k u^{n-k} - sum_k a_k (u . grad u - f_explicit)^{n-k} + f^{n+1}
///   (grad q, grad p) = (grad q, u_hat) + surface terms (PressureBoundary)
///   (b_0 M + K(nu)) u^{n+1} = M (u_hat - grad p)
/// on the fluid of the space, with walls where it meets solids; elsewhere both fields stay zero.
/// Where the viscosity is a field, ViscousStressTerm is among the explicit forces, and is added to
/// u_hat of the pressure's equation once more. Of a perturbation that is a wave along z
/// (FlowSettings::wave_number) u, p and q are amplitudes, and lap p and lap u have -beta^2: the
/// left sides get beta^2 M and nu beta^2 M, and no constant is left open of p. Where the density
/// varies, div u = Q (Density), the forces of VariableStress stand beside u_hat, and
///   (grad q, (1/rho) grad p) = (grad q, u_hat + ...) + b_0 (q, Q) + surface terms
///   (b_0 M(rho) + K(mu)) u^{n+1} = M (rho u_hat + ... - grad p)
class Momentum final : public Equation {
 public:
  /// velocity: a field that the explicit part carries; declares "pressure". The viscosity is
  /// predicted before a solve, and a density solved for within it, after all scalars; null where
  /// that is one. All must live as long.
  Momentum(state::State& state, const FlowSettings& settings, Coefficient& viscosity,
           Density* density, ExplicitPart& explicit_part, CarriedField& velocity,
           const SharedWorkspace& workspace, perf::Profiler& profiler);

  void record() override;
  void prepare(const time::NextStep& next) override;
  void solve(const time::NextStep& next, StepReport& report) override;
  void finish(const time::NextStep& next, StepReport& report) override;
  void end_step(const time::NextStep& next) override;
  void impose(double t) override;
  void restore(double t) override;
  void follow_mesh() override;
  [[nodiscard]] bool has_transpose() const override { return true; }
  void solve_transposed(Cotangents& of_new, TransposedStep& step) override;
  void add_transposed_past(const TransposedStep& step, int level, Cotangents& to) const override;
  void drop_fixed(Cotangents& of_current) const override;
  [[nodiscard]] std::vector<GivenOnPart> given_on_boundary() const override;
  [[nodiscard]] bool imposes() const override { return true; }
  void tighten_solvers(double factor) override;
  void visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements) override;
  [[nodiscard]] std::string describe_solvers() const override;

  /// Work per time of all that feeds the kinetic energy but the forces within: boundaries, flow
  /// rate and what a filter took, over the last step, this rank's part.
  [[nodiscard]] const Power& power_of_the_step() const { return power_; }
  /// Null where it is one.
  [[nodiscard]] const Density* density() const { return density_; }
  /// Work per time that forces do on a block in the current level, with M u given, times a density
  /// that varies.
  [[nodiscard]] Power power_of_forces(const ElementBlock& block,
                                      const std::array<const double*, 3>& mass_u) const;
  [[nodiscard]] kernels::Cost power_of_forces_cost() const;
  [[nodiscard]] bool has_forces() const;
  [[nodiscard]] bool has_filter() const { return carried_.is_filtered(); }

 private:
  void make_pressure_solver(perf::Profiler& profiler, const SharedWorkspace& workspace);
  [[nodiscard]] DirichletValues values_of(int component) const {
    return DirichletValues(space_, space::part_of_component(space_, component));
  }
  void make_velocity_solvers(const SharedWorkspace& workspace);
  void carry_along();
  void give_partial_velocities(int component);
  void impose_in_frames();
  void give_pressures();
  [[nodiscard]] bool is_first_of_its_solver(int component) const;
  /// What the solvers have of a field of the whole space.
  [[nodiscard]] std::span<double> in_fluid(space::Field& field) const {
    return std::span<double>(field).first(space_.size());
  }

  /// What M is multiplied with on the left, of p and of u.
  [[nodiscard]] double pressure_mass() const {
    return settings_.wave_number * settings_.wave_number;
  }
  [[nodiscard]] double velocity_mass(const time::NextStep& next) const {
    return next.bdf.leading + pressure_mass() * viscosity_.stiffness().factor();
  }
  void evaluate_force(double t);
  void solve_density(const time::NextStep& next);
  void solve_pressure(const time::NextStep& next, StepReport& report);
  void solve_velocity(const time::NextStep& next, StepReport& report);
  void hold_flow_rate(const time::NextStep& next, StepReport& report);
  [[nodiscard]] FlowRateControl::Solvers solvers() const;
  void solve_velocity_transposed(double mass_coefficient, const state::Variable& y,
                                 state::Variable& z);
  void solve_pressure_transposed(const state::Variable& z, space::Field& mu);
  /// What the pressure's stiffness has for a coefficient, and its viscosity.
  [[nodiscard]] space::StiffnessCoefficient pressure_stiffness() const;
  [[nodiscard]] space::NodalValue kinematic_viscosity() const;
  /// u_hat of the velocity's equation becomes rho u_hat and more.
  void weigh_provisional_velocity();
  void pressure_right_hand_side(const time::NextStep& next, const ElementBlock& block, double* f);
  /// The right-hand sides of the solver of `first`, component after component.
  void put_one_by_one(const time::NextStep& next, int first);
  /// Those of all solvers, block after block.
  void put_all_components(const time::NextStep& next);
  void add_to_velocity_right_hand_side(const time::NextStep& next, int component,
                                       const ElementBlock& block, double* f);
  [[nodiscard]] int place_in_its_solver(int component) const;
  /// The components that share the solver of `first`.
  [[nodiscard]] std::vector<int> components_with(int first) const;
  /// |net flux| over the sum of all of the given velocities of this step, as the pressure's
  /// equation sees them.
  [[nodiscard]] double flux_mismatch() const;
  void update_power(const time::NextStep& next, const StepReport& report);

  const space::FunctionSpace& space_;  ///< the fluid
  bool has_solids_;                    ///< beside it
  FlowSettings settings_;
  WorkRegion sums_region_, pressure_region_, velocity_region_, flow_rate_region_,
      diagnostics_region_;
  std::unique_ptr<space::ElementOperators> operators_;
  Coefficient& viscosity_;
  Density* density_;  ///< null where it is one
  ExplicitPart& explicit_part_;
  CarriedField& carried_;  ///< the velocity
  NextLevel& next_;        ///< of it, while the step makes it
  const ViscousStressTerm* stress_ =
      nullptr;  ///< of its terms; null where the viscosity is a number
  std::unique_ptr<VariableStress> variable_stress_;  ///< with a density, as the next one
  space::Field kinematic_;                           ///< viscosity over density
  state::Variable& velocity_;
  state::Variable& pressure_;
  space::VectorField force_;  ///< at the new time; empty without one

  PressureBoundary pressure_boundary_;
  Traction traction_;
  ExtrapolatedTraction extrapolated_traction_;
  Backflow backflow_;
  BoundaryEnergy boundary_energy_;
  Power power_;        ///< of the last step
  bool watches_flux_;  ///< of velocities that change with time and have to balance
  std::array<DirichletValues, 3> velocity_values_;
  DirichletValues pressure_values_;
  std::unique_ptr<HelmholtzSolver> pressure_solver_;
  std::array<std::shared_ptr<HelmholtzSolver>, 3>
      velocity_solvers_;                      ///< components with equal conditions share one
  std::shared_ptr<const FaceFrames> frames_;  ///< where faces are inclined or curved
  std::unique_ptr<FlowRateControl> flow_rate_;
  std::vector<double> f_;  ///< the right-hand sides of one block
};

}  // namespace lobatto::physics
