#include <fmt/format.h>

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
  refuse_end(simulation);
}

void refuse_end(const Simulation& simulation) {
  if (!simulation.finished()) return;
  const auto& the_case = simulation.the_case();
  const double t = simulation.state().time();
  const bool is_late = the_case.end_time && t >= *the_case.end_time;
  throw base::Error(fmt::format(
      "it is of step {} and t = {:.6g}, the end of this case or beyond ({}): nothing would be "
      "computed; restart.time = 0 begins to count anew, or time.{} says more",
      simulation.state().n_steps(), t,
      is_late ? fmt::format("time.end = {:.6g}", *the_case.end_time)
              : fmt::format("time.steps = {}", the_case.steps.value_or(0)),
      is_late ? "end" : "steps"));
}

}  // namespace lobatto::run
