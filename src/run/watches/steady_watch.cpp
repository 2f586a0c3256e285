#include "run/watches/steady_watch.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lobatto::run {

ChangeSquares change_squares(const state::Variable& field, const state::Variable& before_field,
                             int level, const space::FunctionSpace& space) {
  ChangeSquares squares;
  for (int c = 0; c < field.n_components(); ++c) {
    const double* now = field.now(c).data();
    const double* before = before_field.at(level, c).data();
    for (int e = 0; e < space.n_elements(); ++e) {
      const auto mass = space.mass(e);
      const std::size_t begin = e * space.element_size();
      for (std::size_t q = 0; q < space.element_size(); ++q) {
        const double value = now[begin + q], step = value - before[begin + q];
        squares.difference += mass(q) * step * step;
        squares.field += mass(q) * value * value;
      }
    }
  }
  return squares;
}

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
  std::vector<double> sums;
  for (const auto& name : case_.of) {
    const state::Variable& field = state_[name];
    // What has no past never changes.
    const ChangeSquares squares = field.kind().n_levels > 1
                                      ? change_squares(field, field, 1, state_.space())
                                      : ChangeSquares{};
    sums.insert(sums.end(), {squares.difference, squares.field});
  }
  state_.space().communicator().sum(sums);
  change_ = 0;
  for (std::size_t i = 0; i < sums.size(); i += 2)
    if (sums[i] != 0) change_ = std::max(*change_, std::sqrt(sums[i] / sums[i + 1]) / report.dt);
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
