#include "run/watches/steady_watch.hpp"

#include <vector>

#include "state/change.hpp"

namespace lobatto::run {

SteadyWatch::SteadyWatch(const cases::SteadyCase& the_case, const state::State& state,
                         perf::Profiler& profiler)
    : case_(the_case), state_(state), profiler_(profiler), region_(profiler.add("steady end")) {
  if (!case_.of.empty()) return;
  for (const auto& field : state.variables())
    if (field->name() != "pressure") case_.of.push_back(field->name());
}

std::optional<double> SteadyWatch::look(const physics::StepReport& report) {
  if (report.step % case_.every_steps != 0 || report.time < case_.start) return std::nullopt;
  const perf::Profiler::Scope scope(profiler_, region_);
  std::vector<state::Comparison> comparisons;
  for (const auto& name : case_.of) {
    const state::Variable& field = state_[name];
    // What has no past never changes.
    if (field.kind().n_levels > 1) comparisons.push_back({field, field, 1, state_.space()});
  }
  change_ = state::largest_change(comparisons) / report.dt;
  return change_;
}

void SteadyWatch::visit_state(base::StateVisitor& visitor) {
  if (!visitor.has("run/change")) return change_.reset();
  constexpr double unknown = -1;
  double change = change_.value_or(unknown);
  visitor.visit("run/change", change);
  change_ = change == unknown ? std::nullopt : std::optional(change);
}

}  // namespace lobatto::run
