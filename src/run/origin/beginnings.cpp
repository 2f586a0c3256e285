#include "run/origin/beginnings.hpp"

#include <map>
#include <string>
#include <vector>

#include "run/origin/checkpoint_files.hpp"

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

void load_interpolated(Simulation& simulation, io::CheckpointReader& checkpoint) {
  std::vector<std::string> names{"flow/velocity/0/u", "flow/velocity/0/v", "flow/velocity/0/w"};
  const bool takes_pressure = simulation.state().find("pressure") != nullptr;
  if (takes_pressure) names.emplace_back("flow/pressure");
  const auto& scalars = simulation.the_case().scalars;
  std::vector<std::size_t> place(scalars.size(), 0);
  for (std::size_t s = 0; s < scalars.size(); ++s) {
    const auto name = "scalars/" + scalars[s].name + "/0";
    if (!checkpoint.has(name)) continue;
    place[s] = names.size();
    names.push_back(name);
  }
  std::map<std::string, std::size_t> place_of_others;
  for (const auto& name : simulation.the_case().model_fields) {
    const auto& kind = simulation.state()[name].kind();
    const auto saved = kind.save_as + "/0";
    if (kind.n_saved == 0 || !checkpoint.has(saved)) continue;
    place_of_others[name] = names.size();
    names.push_back(saved);
  }
  const auto results = read_fields(checkpoint, names, simulation.space());
  physics::EquationSystem::Fields state{{results[0], results[1], results[2]}, {}, {}, {}};
  if (takes_pressure) state.pressure = results[3];
  for (const std::size_t p : place)
    state.scalars.push_back(p > 0 ? std::span<const double>(results[p])
                                  : std::span<const double>());
  for (const auto& [name, at] : place_of_others) state.others[name] = results[at];
  begin_with(simulation, checkpoint.summary().time, checkpoint.summary().step, state);
}

}  // namespace lobatto::run
