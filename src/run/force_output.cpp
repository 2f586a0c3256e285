#include "run/force_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "run/flow_setup.hpp"

namespace lobatto::run {

namespace {

std::vector<int> boundary_indices(const cases::ForceCase& force,
                                  const space::FunctionSpace& space) {
  std::vector<int> indices;
  for (const auto& name : force.boundaries) {
    const auto parts = boundaries_named(name, space);
    indices.insert(indices.end(), parts.begin(), parts.end());
  }
  return indices;
}

}  // namespace

ForceOutput::ForceOutput(const cases::ForceCase& force, const Simulation& simulation)
    : force_(force),
      simulation_(simulation),
      traction_(simulation.space(), boundary_indices(force, simulation.space()),
                simulation.the_case().viscosity) {}

void ForceOutput::begin_run(const std::filesystem::path& folder,
                            std::optional<long long> resumed_step) {
  std::string heading =
      "step,time,pressure_x,pressure_y,pressure_z,viscous_x,viscous_y,viscous_z,mean_shear,area";
  for (const auto& name : scalar_names(simulation_.the_case()))
    heading += fmt::format(",flux_{}", name);
  table_.emplace(folder / fmt::format("{}.csv", force_.name), heading, resumed_step,
                 simulation_.space().communicator());
}

void ForceOutput::sample() {
  const auto& state = simulation_.state();
  const auto& velocity = state["velocity"].vector();
  const auto force =
      traction_.integrate({velocity[0], velocity[1], velocity[2]}, state["pressure"].now());
  std::string row = fmt::format("{},{},{},{},{},{}", state.n_steps(), state.time(),
                                fmt::join(force.pressure, ","), fmt::join(force.viscous, ","),
                                force.mean_shear, force.area);
  for (const auto& scalar : simulation_.the_case().scalars)
    row += fmt::format(",{}", traction_.mean_flux(state[scalar.name].now(), scalar.diffusivity));
  table_->add(row);
}

}  // namespace lobatto::run
