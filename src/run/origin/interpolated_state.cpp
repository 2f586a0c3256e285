#include "run/origin/beginnings.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "physics/closures/energy_model.hpp"
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
  std::size_t energy = 0;
  const auto energy_name = fmt::format("flow/{}/0", physics::EnergyModel::field);
  if (simulation.state().find(physics::EnergyModel::field) != nullptr &&
      checkpoint.has(energy_name)) {
    energy = names.size();
    names.push_back(energy_name);
  }
  const auto results = read_fields(checkpoint, names, simulation.space());
  physics::EquationSystem::Fields state{{results[0], results[1], results[2]}, {}, {}, {}};
  if (takes_pressure) state.pressure = results[3];
  for (const std::size_t p : place)
    state.scalars.push_back(p > 0 ? std::span<const double>(results[p])
                                  : std::span<const double>());
  if (energy > 0) state.subgrid_energy = results[energy];
  simulation.begin_from(checkpoint.summary().time, checkpoint.summary().step, state);
}

}  // namespace lobatto::run
