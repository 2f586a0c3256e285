#include "run/setup/base_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.hpp"
#include "physics/linearised.hpp"
#include "run/setup/space_setup.hpp"
#include "stability/mode_search.hpp"
#include "stability/otd_search.hpp"
#include "stability/resolvent_search.hpp"
#include "state/change.hpp"
#include "state/memory_snapshot.hpp"

namespace lobatto::run {

namespace {

constexpr double hardly_steady = 1e-3;    // change per unit of time
constexpr double hardly_periodic = 1e-3;  // change in a period

/// The flow itself.
cases::Case case_of_flow(cases::Case the_case) {
  the_case.extensions.set<stability::ModeSettings>({});
  the_case.extensions.set<stability::OtdSettings>({});
  the_case.extensions.set<stability::ResolventSettings>({});
  the_case.steps.reset();
  return the_case;
}

/// What waves along z are perturbations of has no velocity along z but rounding.
void refuse_velocity_along_z(const Simulation& flow) {
  constexpr double rounding = 1e-8;
  std::array<double, 3> largest{};
  for (int d = 0; d < 3; ++d) largest[d] = flow.space().max_abs(flow.state()["velocity"].now(d));
  if (largest[2] > rounding * std::max(largest[0], largest[1]))
    throw base::Error(fmt::format(
        "the base flow has a velocity of up to {:.3g} along z; with stability.wave_number expected "
        "none",
        largest[2]));
}

/// The largest change of all fields since they were the base flow, in themselves; of a fluid that
/// the last step has moved by nothing but round-off the velocity does not count.
double change_since(const Simulation& perturbation, const Simulation& flow,
                    const physics::StepReport& report) {
  constexpr double at_rest = 1e-10;  // CFL number
  std::vector<state::Comparison> comparisons;
  for (const auto& field : flow.state().variables()) {
    const auto* before = perturbation.state().find("base_" + field->name());
    const bool is_still = field->kind().is_vector && report.dt * report.state.cfl_rate < at_rest;
    if (before != nullptr && !is_still) comparisons.push_back({*field, *before, 0, flow.space()});
  }
  return state::largest_change(comparisons);
}

double change_in_a_step(Simulation& flow, const Simulation& perturbation) {
  const auto report = flow.advance();
  return change_since(perturbation, flow, report) / report.dt;
}

std::string steadiness_text(double change) {
  std::string text = fmt::format("base flow: changes by {:.3g} of itself per unit of time", change);
  if (change < hardly_steady) return text;
  return "warning: " + text +
         ", it is no steady flow; its modes are those of a flow that is held as it is";
}

Simulation make_flow(const Simulation& perturbation) {
  const cases::Case the_case = case_of_flow(perturbation.the_case());
  const auto& communicator = perturbation.space().communicator();
  return {the_case, perturbation.grounds(),
          make_space(the_case, perturbation.grounds(), communicator)};
}

/// Without a past.
void begin_with_base_flow(Simulation& flow, const state::State& perturbation, double t) {
  physics::EquationSystem::Fields fields;
  for (const state::Variable* base : physics::base_fields(perturbation))
    if (base->kind().is_vector)
      fields.velocity = {base->now(0), base->now(1), base->now(2)};
    else
      fields.scalars.push_back(base->now());
  flow.begin_from(t, 0, fields);
}

/// What a start of third order of the perturbation looks at; the flow stays at its level.
void add_middle_of_first_step(Simulation& flow, Simulation& perturbation) {
  state::MemorySnapshot begin;
  state::MemorySnapshot::Keeper keeper(begin);
  flow.equations().visit_state(keeper, true);
  flow.equations().take_to(physics::BaseLevel::middle, flow.the_case().dt.value());
  perturbation.add_to_orbit(flow);
  state::MemorySnapshot::Giver giver(begin);
  flow.equations().visit_state(giver, true);
}

void refuse_unrepeated(double change, double period) {
  if (!(change < hardly_periodic))
    throw base::Error(fmt::format(
        "the base flow does not repeat itself: after t = {:.6g}, one propagation, it differs from "
        "itself by {:.3g}; with stability.period expected at most {:g}. Find it by "
        "stability.kind = \"base-flow\" with a period, and begin with what that has found",
        period, change, hardly_periodic));
}

const stability::Propagation& propagation_of(const Simulation& simulation) {
  if (const auto* otd = simulation.otd_search()) return otd->settings().propagation;
  return simulation.mode_search()->settings().propagation;
}

/// Takes the flow through the orbit of a perturbation.
double trace(Simulation& simulation, Simulation& flow, double begin) {
  const long long n_in_propagation = propagation_of(simulation).steps;
  begin_with_base_flow(flow, simulation.state(), begin);
  physics::BaseOrbit& orbit = *simulation.settings().base_orbit;
  orbit.start(begin, flow.the_case().dt.value());
  simulation.add_to_orbit(flow);
  add_middle_of_first_step(flow, simulation);
  physics::StepReport report;
  for (long long n = 1; n <= n_in_propagation; ++n) {
    report = flow.advance();
    if (simulation.settings().wave_number != 0) refuse_velocity_along_z(flow);
    if (n < n_in_propagation) simulation.add_to_orbit(flow);
  }
  orbit.set(0, simulation.state());
  return change_since(simulation, flow, report);
}

}  // namespace

/// The simulation of a flow that goes from interval to interval. Each begins with what its solvers
/// remembered at first, so that it does not depend on where a run was taken up.
class MovingFlow {
 public:
  explicit MovingFlow(const Simulation& perturbation) : flow_(make_flow(perturbation)) {
    state::MemorySnapshot::Keeper keeper(new_);
    flow_.equations().visit_state(keeper, true);
  }
  [[nodiscard]] const Simulation& flow() const { return flow_; }
  [[nodiscard]] Simulation& renewed() {
    state::MemorySnapshot::Giver giver(new_);
    flow_.equations().visit_state(giver, true);
    return flow_;
  }

 private:
  Simulation flow_;
  state::MemorySnapshot new_;
};

double trace_orbit(Simulation& simulation, double begin) {
  if (simulation.otd_search() == nullptr) {
    Simulation flow = make_flow(simulation);
    return trace(simulation, flow, begin);
  }
  auto& moving = simulation.moving_flow();
  if (!moving) moving = std::make_shared<MovingFlow>(simulation);
  return trace(simulation, moving->renewed(), begin);
}

double move_orbit_on(Simulation& simulation) {
  const Simulation& flow = simulation.moving_flow()->flow();
  simulation.set_base_flow(flow);
  const double time = flow.state().time();
  trace_orbit(simulation, time);
  return time;
}

std::string set_base_flow(Simulation& simulation, const RunOrigin& origin,
                          const comm::Communicator& communicator) {
  std::string text;
  double begin = 0;
  {
    Simulation flow = make_flow(simulation);
    if (origin.checkpoint)
      text = "base flow: " + load_origin(flow, nullptr, origin, communicator) + "\n";
    if (simulation.settings().wave_number != 0) refuse_velocity_along_z(flow);
    simulation.set_base_flow(flow);
    if (!simulation.settings().base_orbit)
      return text + steadiness_text(change_in_a_step(flow, simulation));
    begin = flow.state().time();
  }
  const double change = trace_orbit(simulation, begin);
  if (simulation.otd_search() != nullptr)
    return text + "base flow: moves on with its perturbations";
  const double period = propagation_of(simulation).horizon;
  refuse_unrepeated(change, period);
  return text + fmt::format("base flow: changes by {:.3g} of itself in its period, t = {:.6g}",
                            change, period);
}

}  // namespace lobatto::run
