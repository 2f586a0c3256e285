#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/state_visitor.hpp"
#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "perf/profiler.hpp"
#include "physics/equations/equation_system.hpp"
#include "plan/grounds.hpp"
#include "residents/formulas.hpp"
#include "residents/solution.hpp"
#include "residents/traits.hpp"
#include "run/watches/steady_watch.hpp"
#include "space/function_space.hpp"
#include "stability/base_flow_search.hpp"
#include "stability/mode_search.hpp"
#include "stability/otd_search.hpp"
#include "stability/resolvent_search.hpp"
#include "stability/sensitivity_search.hpp"
#include "state/state.hpp"
#include "time/cfl_control.hpp"
#include "time/error_control.hpp"

namespace lobatto::run {

/// Difference to the exact solution: the largest at a node, and the root mean square over the
/// volume.
struct FieldError {
  std::string field;
  double max = 0;
  double l2 = 0;
};

class MovingFlow;

/// A case brought to life: mesh, space, flow at its initial state, and the choice of the time step.
class Simulation {
 public:
  Simulation(const cases::Case& the_case, const comm::Communicator& communicator,
             const perf::MachineRates& rates = {});
  /// The same with its mesh made, as make_space() does.
  Simulation(const cases::Case& the_case, const plan::Grounds& grounds, space::FunctionSpace space);

  /// Everything that the steps to come depend on; see physics::EquationSystem::visit_state. A load
  /// throws base::Error where the state belongs to other elements or another order.
  void visit_state(base::StateVisitor& visitor, bool solver_memory);

  /// Begins with these fields, see physics::EquationSystem::set_fields. Collective.
  void begin_from(double t, long long n_steps, const physics::EquationSystem::Fields& fields);

  /// Whether this is of perturbations of the flow that the case begins with.
  [[nodiscard]] bool is_of_perturbations() const {
    return residents::perturbation_of(case_) != nullptr;
  }
  /// Of a simulation of perturbations: the flow that they are of.
  void set_base_flow(const Simulation& flow);
  /// The same of the next level of a flow that is periodic.
  void add_to_orbit(const Simulation& flow);
  /// The flow that perturbations are of, where it moves on; null before it was asked for.
  [[nodiscard]] std::shared_ptr<MovingFlow>& moving_flow() { return moving_flow_; }
  /// Null where the case asks for no modes, and this is the flow itself.
  [[nodiscard]] stability::ModeSearch* mode_search() const {
    const auto* sensitivity = sensitivity_search();
    return sensitivity == nullptr ? search_as<stability::ModeSearch>() : &sensitivity->current();
  }
  /// Null where the case does not ask for sensitivities; mode_search() is then that of its searches
  /// which goes on.
  [[nodiscard]] stability::SensitivitySearch* sensitivity_search() const {
    return search_as<stability::SensitivitySearch>();
  }
  /// Null where the case does not ask for a steady flow.
  [[nodiscard]] const stability::BaseFlowSearch* base_flow_search() const {
    return search_as<stability::BaseFlowSearch>();
  }
  /// Null where the case does not ask for a resolvent.
  [[nodiscard]] const stability::ResolventSearch* resolvent_search() const {
    return search_as<stability::ResolventSearch>();
  }
  /// Null where the case does not ask for optimally time-dependent modes.
  [[nodiscard]] const stability::OtdSearch* otd_search() const {
    return search_as<stability::OtdSearch>();
  }
  /// One of these; null where the flow takes its course.
  [[nodiscard]] const stability::Search* search() const { return search_.get(); }
  /// Begins it with the flow that is there now. Collective.
  void begin_search() { search_->begin(); }

  /// Takes one step and reports it.
  physics::StepReport advance();
  /// Steps are shortened from now on so that one of them ends at this time; none: only at the end
  /// of the case.
  void aim_at(std::optional<double> time) { aim_ = time; }
  /// 0 before the first step.
  [[nodiscard]] double last_dt() const { return last_dt_; }
  [[nodiscard]] bool finished() const;
  /// The step that would meet the target CFL number with the current velocity, at most max_dt; none
  /// where the step is constant.
  [[nodiscard]] std::optional<double> wanted_step() const;
  /// Of steps that follow a CFL number, as plan::longest_step().
  [[nodiscard]] double longest_step() const;
  /// False before the first step of fluid at rest, where the CFL number alone gives it no length.
  [[nodiscard]] bool has_next_step() const;
  /// What was loaded is of another run: whether that was steady says nothing of this one.
  void forget_steadiness() {
    if (steady_) steady_->forget();
  }
  /// Where the case asks for a steady end.
  [[nodiscard]] const SteadyWatch* steady_watch() const { return steady_ ? &*steady_ : nullptr; }
  /// Part of the way to the end, from 0 to 1.
  [[nodiscard]] double progress() const;
  /// How often begin_from() has replaced the state.
  [[nodiscard]] int n_beginnings() const { return n_beginnings_; }
  /// The state at the start, before any step of this run, or since begin_from().
  [[nodiscard]] const physics::FlowState& initial_state() const { return initial_state_; }
  /// Largest difference between fields and the exact solution where the case gives one. Collective.
  [[nodiscard]] std::vector<FieldError> errors() const;

  /// What is wrong with a formula that the last step has evaluated; nothing when all is well.
  /// Collective.
  [[nodiscard]] std::optional<std::string> formula_fault() const {
    return formulas_.fault_in_step(space_.communicator());
  }

  [[nodiscard]] const cases::Case& the_case() const { return case_; }
  /// What its solvers are chosen by.
  [[nodiscard]] const plan::Grounds& grounds() const { return grounds_; }
  /// What watches a run looks at this.
  [[nodiscard]] residents::Solution solution() const { return {case_, space_, state_, settings_}; }
  /// The fields.
  [[nodiscard]] const state::State& state() const { return state_; }
  /// For user code, which may change fields between two steps.
  [[nodiscard]] state::State& state() { return state_; }
  [[nodiscard]] physics::EquationSystem& equations() { return equations_; }
  [[nodiscard]] const physics::EquationSystem& equations() const { return equations_; }
  /// Of the equations.
  [[nodiscard]] const physics::FlowSettings& settings() const { return settings_; }
  [[nodiscard]] const space::FunctionSpace& space() const { return space_; }
  [[nodiscard]] perf::Profiler& profiler() { return profiler_; }

 private:
  void make_search();
  template <class T>
  [[nodiscard]] T* search_as() const {
    return dynamic_cast<T*>(search_.get());
  }
  void start();
  /// The flow at its beginning; a load takes it through its period again.
  void visit_orbit(base::StateVisitor& visitor);
  void visit_mesh(base::StateVisitor& visitor);
  [[nodiscard]] double next_step() const;
  /// By the CFL number, and by the local error where that asks for less.
  [[nodiscard]] double controlled_step() const;
  /// where: the space, or its fluid.
  [[nodiscard]] FieldError error_of(const std::string& name, std::span<const double> field,
                                    const space::SpaceTimeFunction& exact,
                                    const space::FunctionSpace& where, bool up_to_constant) const;

  cases::Case case_;
  plan::Grounds grounds_;
  residents::Formulas formulas_;
  space::FunctionSpace space_;
  perf::Profiler profiler_;
  state::State state_;
  physics::FlowSettings settings_;
  physics::EquationSystem equations_;
  std::optional<time::CflControl> cfl_control_;
  std::optional<time::ErrorControl> error_control_;  ///< besides that
  std::optional<SteadyWatch> steady_;
  std::unique_ptr<stability::Search> search_;
  perf::RegionId search_region_{};
  std::shared_ptr<MovingFlow> moving_flow_;
  physics::FlowState initial_state_;
  int n_beginnings_ = 0;
  std::vector<double> mesh_;  ///< its fingerprint
  double decay_on_mesh_ = 0;  ///< its rate, of all residents
  double cfl_rate_ = 0;       ///< of the current velocity
  double last_dt_ = 0;
  std::optional<double> aim_;  ///< time, before the end
};

}  // namespace lobatto::run
