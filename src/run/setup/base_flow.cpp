#include "run/setup/base_flow.hpp"

#include <fmt/format.h>

#include <vector>

#include "run/setup/space_setup.hpp"
#include "stability/mode_search.hpp"
#include "state/change.hpp"

namespace lobatto::run {

namespace {

constexpr double hardly_steady = 1e-3;  // change per unit of time

/// The flow itself.
cases::Case case_of_flow(cases::Case the_case) {
  the_case.extensions.set<stability::ModeSettings>({});
  the_case.steps.reset();
  return the_case;
}

/// The largest of all fields, per unit of time; of a fluid that one step moves by nothing but
/// round-off the velocity does not count.
double change_in_a_step(Simulation& flow, const Simulation& perturbation) {
  constexpr double at_rest = 1e-10;  // CFL number
  const auto report = flow.advance();
  std::vector<state::Comparison> comparisons;
  for (const auto& field : flow.state().variables()) {
    const auto* before = perturbation.state().find("base_" + field->name());
    const bool is_still = field->kind().is_vector && report.dt * report.state.cfl_rate < at_rest;
    if (before != nullptr && !is_still) comparisons.push_back({*field, *before, 0, flow.space()});
  }
  return state::largest_change(comparisons) / report.dt;
}

std::string steadiness_text(double change) {
  std::string text = fmt::format("base flow: changes by {:.3g} of itself per unit of time", change);
  if (change < hardly_steady) return text;
  return "warning: " + text +
         ", it is no steady flow; its modes are those of a flow that is held as it is";
}

}  // namespace

std::string set_base_flow(Simulation& simulation, const RunOrigin& origin,
                          const comm::Communicator& communicator) {
  const cases::Case the_case = case_of_flow(simulation.the_case());
  Simulation flow(the_case, simulation.grounds(),
                  make_space(the_case, simulation.grounds(), communicator));
  std::string text;
  if (origin.checkpoint)
    text = "base flow: " + load_origin(flow, nullptr, origin, communicator) + "\n";
  simulation.set_base_flow(flow);
  return text + steadiness_text(change_in_a_step(flow, simulation));
}

}  // namespace lobatto::run
