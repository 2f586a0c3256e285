#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "perf/profiler.hpp"
#include "physics/adjoint_flow.hpp"
#include "physics/closures/subgrid_viscosity.hpp"
#include "physics/coefficients/coefficient.hpp"
#include "physics/conditions/boundary_solution.hpp"
#include "physics/diagnostics.hpp"
#include "physics/equations/equation.hpp"
#include "physics/equations/explicit_part.hpp"
#include "physics/equations/local_errors.hpp"
#include "physics/equations/momentum.hpp"
#include "physics/low_mach/density.hpp"
#include "physics/moving_mesh.hpp"
#include "physics/settings.hpp"
#include "physics/step_report.hpp"
#include "state/state.hpp"

namespace lobatto::physics {

/// The equations of a case, and their step. The state gets the fields "velocity", "pressure" where
/// the flow is solved for, and the scalars by their names. The flow is in the fluid of the space,
/// scalars are in all of it.
class EquationSystem {
 public:
  /// The state and the profiler must live as long.
  EquationSystem(state::State& state, const FlowSettings& settings, perf::Profiler& profiler);

  /// Sets the fields at the current time level; empty functions mean zero for the velocity and no
  /// change for a scalar. Boundary values are imposed.
  void set_state(double t, const VectorFunction& velocity,
                 std::span<const space::SpaceTimeFunction> scalars);
  /// The same with values at the nodes; an empty field stays as it is. The run begins anew from
  /// here, without a past, with this number of steps done.
  struct Fields {
    std::array<std::span<const double>, 3> velocity;
    std::span<const double> pressure;
    std::vector<std::span<const double>> scalars;
    /// Further fields of the state, by their names; those that are not here begin anew.
    std::map<std::string, std::span<const double>> others = {};
  };
  void set_fields(double t, long long n_steps, const Fields& fields);
  /// Declares the current state to be one step of length dt in the past: its explicit terms are
  /// evaluated, and the next set_state() gives the following level. For starting at full order from
  /// a known solution.
  void push_history(double dt);

  /// Declares that the current level has not changed for as long as steps of length dt look back,
  /// so that the next one has full order: a steady flow stays as it is.
  void hold(double dt);

  /// Advances by dt. Order k once k levels are known; the first step of a run of order 3 is an
  /// ExtrapolatedStart, so that the run has full order from its beginning.
  StepReport step(double dt);
  /// In the order of the settings.
  [[nodiscard]] std::vector<const state::Variable*> scalar_fields() const;
  /// What the current velocity looks like. Collective.
  [[nodiscard]] FlowState look();

  /// Everything that the next step depends on: loaded into a system of the same settings it makes
  /// the run go on bit for bit on the same number of ranks. solver_memory: also what only saves the
  /// solvers iterations, their recent solutions; without it the run goes on to their tolerance. A
  /// load wants fields that were set. A scalar that is not in a loaded state keeps its own, and the
  /// run begins anew in time.
  void visit_state(base::StateVisitor& visitor, bool solver_memory);

  /// Iterative solvers go this factor below their tolerance from now on.
  void tighten_solvers(double factor) {
    for (auto& equation : equations_) equation->tighten_solvers(factor);
  }

  /// From the level that a run of order 3 begins with to another that its first step goes through.
  void take_to(BaseLevel level, double dt);

  /// The adjoint of the steps of linearised equations, which must live as long. Throws base::Error
  /// where they have none.
  [[nodiscard]] std::unique_ptr<AdjointFlow> make_adjoint();

  /// The solver of each equation, for people: "pressure tensor-direct, velocity jacobi-cg".
  [[nodiscard]] std::string describe_solvers() const;

 private:
  /// The settings with what their conditions take of the solution bound to `following_`.
  FlowSettings follow(const FlowSettings& settings);
  CarriedField* add_flow(const FlowSettings& settings, const SharedWorkspace& workspace,
                         perf::Profiler& profiler);
  void add_scalars(const FlowSettings& settings, const SharedWorkspace& workspace,
                   perf::Profiler& profiler);
  /// What an equation and the density that varies have to know of each other.
  void weigh(ScalarTransport& equation, Coefficient& diffusivity, const std::string& scalar);
  void add_sources(const FlowSettings& settings);
  /// turbulent_prandtl: of what the eddy viscosity adds, where there is one.
  Coefficient& add_coefficient(const std::string& name, const CoefficientSettings& settings,
                               double turbulent_prandtl, std::span<const double> capacity = {});
  void declare_coefficients();
  void watch_errors(const FlowSettings& settings, CarriedField* velocity);
  /// Evaluates the coefficients of the current level, of time t, which is given.
  void evaluate_coefficients(double t);
  /// The first step where no past is known, see ExtrapolatedStart.
  StepReport start(double dt);
  /// The mesh is where it is at time t, if it moves, and all that follows from it.
  void move_mesh(double t);
  /// By dt with the levels that are known; is_whole: a step ends there, see EndOfStep.
  StepReport take(double dt, bool is_whole);
  /// Makes the current level, of time t, the level before.
  void advance_levels(double t);
  /// Imposes what the boundary fixes on the current level, of time t.
  void impose(double t);
  /// The current level, of time t, has values that a step or a file gave.
  void restore(double t);
  /// Makes such a level the level before.
  void make_past(double t);

  state::State& state_;
  const space::FunctionSpace& space_;
  std::shared_ptr<MovingMesh> moving_mesh_;  ///< null where it stays
  state::Variable* velocity_ = nullptr;
  std::vector<std::shared_ptr<FollowingValues>> following_;  ///< on the boundary
  bool is_steady_ = false;                                   ///< the velocity, for ever
  std::unique_ptr<SubgridViscosity> subgrid_;                ///< null without a model
  std::vector<std::unique_ptr<Coefficient>> coefficients_;
  std::unique_ptr<Density> density_;  ///< null where it is one
  std::unique_ptr<ExplicitPart> explicit_part_;
  std::vector<std::unique_ptr<Equation>> equations_;
  Momentum* momentum_ = nullptr;        ///< one of them; null where the velocity is given
  std::vector<CarriedField*> scalars_;  ///< in the order of the settings
  LocalErrors errors_;
  bool reports_errors_;
  Diagnostics diagnostics_;
};

}  // namespace lobatto::physics
