#include "run/setup/base_flow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.hpp"
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
  if (simulation.settings().wave_number != 0) refuse_velocity_along_z(flow);
  simulation.set_base_flow(flow);
  return text + steadiness_text(change_in_a_step(flow, simulation));
}

}  // namespace lobatto::run
