#include "run/origin/beginnings.hpp"

#include <map>
#include <string>
#include <vector>

#include "run/origin/checkpoint_fields.hpp"

namespace lobatto::run {

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
