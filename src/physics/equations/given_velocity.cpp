#include "physics/equations/given_velocity.hpp"

namespace lobatto::physics {

namespace {

/// Of a steady velocity the level before is the current one.
state::VariableKind kind_of(const GivenVelocitySettings& settings, int n_levels) {
  return {.is_vector = true,
          .n_levels = settings.depends_on_time ? n_levels : 1,
          .n_saved = 1,
          .save_as = "flow/velocity/0"};
}

}  // namespace

GivenVelocity::GivenVelocity(state::State& state, const GivenVelocitySettings& settings,
                             int n_levels)
    : settings_(settings),
      space_(state.space()),
      velocity_(state.declare("velocity", kind_of(settings, n_levels))) {}

void GivenVelocity::record() {
  if (depends_on_time()) velocity_.advance();
}

void GivenVelocity::solve(const time::NextStep& next, StepReport& /*report*/) {
  if (depends_on_time()) impose(next.time);
}

void GivenVelocity::impose(double t) {
  if (settings_.at) settings_.at(space_, t, velocity_.vector());
  for (int d = 0; d < 3; ++d)
    if (settings_.components[d])
      space_.fluid().evaluate(settings_.components[d], t, velocity_.now(d));
  velocity_.clear_from(space_.fluid().size());
}

}  // namespace lobatto::physics
