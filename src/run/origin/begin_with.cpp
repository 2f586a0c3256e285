#include <fmt/format.h>

#include <string>

#include "base/error.hpp"
#include "run/origin/beginnings.hpp"

namespace lobatto::run {

void begin_with(Simulation& simulation, double t, long long n_steps,
                physics::EquationSystem::Fields fields) {
  const auto& the_case = simulation.the_case();
  const auto& restart = the_case.restart;
  if (restart && restart->time) {
    t = *restart->time;
    n_steps = 0;
  }
  if (restart && !restart->takes("velocity")) fields.velocity = {};
  if (restart && !restart->takes("pressure")) fields.pressure = {};
  for (std::size_t s = 0; restart && s < fields.scalars.size(); ++s)
    if (!restart->takes(the_case.scalars[s].name)) fields.scalars[s] = {};
  simulation.begin_from(t, n_steps, fields);
}

std::string look_at_end(const Simulation& simulation) {
  if (!simulation.finished()) return "";
  const auto& the_case = simulation.the_case();
  const double t = simulation.state().time();
  const bool is_late = the_case.end_time && t >= *the_case.end_time;
  const std::string key = is_late ? "time.end" : "time.steps";
  const std::string text = fmt::format(
      "it is of step {} and t = {:.6g}, the end of this case or beyond ({} = {}): nothing is left "
      "to compute; restart.time = 0 begins to count anew, or {} says more",
      simulation.state().n_steps(), t, key,
      is_late ? fmt::format("{:.6g}", *the_case.end_time)
              : fmt::format("{}", the_case.steps.value_or(0)),
      key);
  if (the_case.overrides.contains(key)) throw base::Error(text);
  return "\nnote: " + text;
}

}  // namespace lobatto::run
