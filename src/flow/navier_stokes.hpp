#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "base/state_visitor.hpp"
#include "flow/backflow.hpp"
#include "flow/boundary_energy.hpp"
#include "flow/dirichlet_values.hpp"
#include "flow/flow_rate_control.hpp"
#include "flow/helmholtz_solver.hpp"
#include "flow/history.hpp"
#include "flow/pressure_boundary.hpp"
#include "flow/scalar_transport.hpp"
#include "flow/settings.hpp"
#include "flow/step_report.hpp"
#include "perf/profiler.hpp"
#include "space/advection.hpp"
#include "space/element_operators.hpp"
#include "space/function_space.hpp"
#include "state/state.hpp"
#include "time/coefficients.hpp"

namespace lobatto::flow {

/// The incompressible Navier-Stokes equations with scalars,
///   du/dt + u . grad u = -grad p + nu lap u + f,   div u = 0,
/// by BDFk / EXTk and a splitting into explicit part, pressure and velocity (Karniadakis, Israeli &
/// Orszag 1991):
///   u_hat = sum_k beta_k u^{n-k} - sum_k a_k (u . grad u - f_explicit)^{n-k} + f^{n+1}
///   (grad q, grad p) = (grad q, u_hat) + surface terms (PressureBoundary)
///   (b_0 M + nu K) u^{n+1} = M (u_hat - grad p)
/// The state gets the fields "velocity", "pressure" and the scalars by their names;
/// explicit_terms_ = u . grad u - f_explicit at the levels of the velocity.
class NavierStokes {
 public:
  /// Declares its fields in the state, which must live as long.
  NavierStokes(state::State& state, const FlowSettings& settings, perf::Profiler& profiler);

  /// Sets the fields at the current time level; empty functions mean zero. Boundary values are
  /// imposed.
  void set_state(double t, const VectorFunction& velocity,
                 std::span<const space::SpaceTimeFunction> scalars);
  /// The same with values at the nodes; an empty scalar stays as it is. The flow begins anew from
  /// here, at first order, with this number of steps done.
  struct Fields {
    std::array<std::span<const double>, 3> velocity;
    std::span<const double> pressure;
    std::vector<std::span<const double>> scalars;
  };
  void set_fields(double t, long long n_steps, const Fields& fields);
  /// Declares the current state to be one step of length dt in the past: its explicit terms are
  /// evaluated, and the next set_state() gives the following level. For starting at full order from
  /// a known solution.
  void push_history(double dt);

  /// Advances by dt. Order k once k levels are known.
  StepReport step(double dt);
  /// The state of the current velocity. Collective.
  [[nodiscard]] FlowState state();

  /// Everything that the next step depends on: loaded into a flow of the same settings it makes the
  /// run go on bit for bit on the same number of ranks. solver_memory: also what only saves the
  /// solvers iterations, their recent solutions; without it the run goes on to their tolerance. A
  /// load wants a flow whose state was set. A scalar that is not in a loaded state keeps its own,
  /// and the flow goes on at first order.
  void visit_state(base::StateVisitor& visitor, bool solver_memory);

  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  [[nodiscard]] const FlowSettings& settings() const { return settings_; }
  [[nodiscard]] const std::vector<std::unique_ptr<ScalarTransport>>& scalars() const {
    return scalars_;
  }
  /// The solver of each equation, for people: "pressure tensor-direct, velocity jacobi-cg".
  [[nodiscard]] std::string describe_solvers() const;

 private:
  struct Regions {
    perf::RegionId advection, right_hand_sides, pressure, velocity, scalar, transposes, flow_rate,
        diagnostics;
  };

  void make_velocity_solvers(const SharedWorkspace& workspace);
  void visit_solvers(base::StateVisitor& visitor, const base::RowSet& elements);
  void make_past(double t);
  /// |net flux| over the sum of all of the given velocities of this step, as the pressure's
  /// equation sees them.
  [[nodiscard]] double flux_mismatch() const;
  /// Sets power_ after a step.
  void update_power(const time::NextStep& next, const StepReport& report);
  /// Work per time that body force and buoyancy do on element e, this rank's. u [3][n][n][n]
  double power_of_forces(int e, const std::array<const double*, 3>& u);
  /// Makes u^n, of time t, the level before the current one and stores what the pressure boundary
  /// needs of it.
  void advance_levels(double t);
  void update_body_force(double t);
  /// Explicit terms of the level before the current one and, with `next`, the provisional fields of
  /// the current one, for the elements that are not done yet of the first n_needed.
  void evaluate_explicit_terms(const time::NextStep* next, int n_needed);
  void advect(int first, int n_elements);
  void add_sources(int first, int n_elements);
  void add_scalar_source(ScalarTransport& scalar, int e);
  void provisional_fields(const time::NextStep& next, int first, int n_elements);
  /// The pressure's right-hand side of a column of elements wants u_hat there: the explicit part is
  /// evaluated just before, so that u_hat is still in cache.
  void solve_pressure_with_explicit_part(const time::NextStep& next, StepReport& report);
  void momentum_right_hand_side(const time::NextStep& next, int component, int column, double* f);
  void solve_velocity(const time::NextStep& next, StepReport& report);
  void hold_flow_rate(const time::NextStep& next, StepReport& report);
  void solve_scalars(const time::NextStep& next, StepReport& report);
  void count(perf::RegionId region, const kernels::Cost& cost);
  void count_solver(perf::RegionId region, HelmholtzSolver& solver);
  void attribute_transposes(perf::RegionId region, HelmholtzSolver& solver);

  state::State& state_;
  const space::FunctionSpace& space_;
  FlowSettings settings_;
  perf::Profiler& profiler_;
  Regions regions_;
  std::unique_ptr<space::Advection> advection_;
  std::unique_ptr<space::ElementOperators> operators_;

  state::Field& velocity_;
  state::Field& pressure_;
  double explicit_time_ = 0;  ///< of the level whose explicit terms are evaluated
  int n_explicit_ = 0;        ///< elements whose explicit terms are up to date
  History<space::VectorField, time::max_order> explicit_terms_;
  space::VectorField body_force_;  ///< empty without one

  PressureBoundary pressure_boundary_;
  Backflow backflow_;
  BoundaryEnergy boundary_energy_;
  double power_ = 0;   ///< of boundaries and flow rate over the last step, this rank's part
  bool watches_flux_;  ///< of velocities that change with time and have to balance
  std::array<DirichletValues, 3> velocity_values_;
  std::vector<std::unique_ptr<ScalarTransport>> scalars_;
  std::unique_ptr<HelmholtzSolver> pressure_solver_;
  std::array<std::shared_ptr<HelmholtzSolver>, 3>
      velocity_solvers_;  ///< components with equal conditions share one
  std::unique_ptr<FlowRateControl> flow_rate_;
  std::array<std::vector<double>, 3> points_;  ///< of one element, for scalar sources
  std::vector<double> source_;
};

}  // namespace lobatto::flow
