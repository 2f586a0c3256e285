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

}  // namespace lobatto::run
