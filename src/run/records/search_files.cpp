#include "run/records/search_files.hpp"

#include "run/records/base_flow_files.hpp"
#include "run/records/mode_files.hpp"
#include "run/records/otd_files.hpp"
#include "run/records/resolvent_files.hpp"
#include "run/records/sensitivity_files.hpp"

namespace lobatto::run {

std::string propagation_text(const Simulation& simulation) {
  const auto* sensitivity = simulation.sensitivity_search();
  if (sensitivity != nullptr && sensitivity->steady_force() != nullptr)
    return propagation_text(*sensitivity->steady_force());
  if (const auto* modes = simulation.mode_search()) return propagation_text(*modes);
  if (const auto* resolvent = simulation.resolvent_search()) return propagation_text(*resolvent);
  if (const auto* otd = simulation.otd_search()) return propagation_text(*otd);
  return propagation_text(*simulation.base_flow_search());
}

void write_history(const Simulation& simulation, const std::filesystem::path& folder) {
  const auto* base_flow = simulation.base_flow_search();
  if (base_flow != nullptr && base_flow->has_new_iterate())
    write_base_flow(simulation, folder / "base_flow");
  const auto* otd = simulation.otd_search();
  if (otd != nullptr && otd->has_new_interval()) write_exponents(simulation, folder / "otd");
}

std::string found_text(const Simulation& simulation) {
  if (const auto* base_flow = simulation.base_flow_search()) return base_flow_text(*base_flow);
  if (const auto* resolvent = simulation.resolvent_search()) return gains_text(*resolvent);
  if (const auto* otd = simulation.otd_search()) return exponents_text(*otd);
  const auto* sensitivity = simulation.sensitivity_search();
  return sensitivity != nullptr && sensitivity->is_converged()
             ? sensitivities_text(simulation)
             : modes_text(*simulation.mode_search());
}

void write_found(Simulation& simulation, const std::filesystem::path& folder) {
  if (const auto* sensitivity = simulation.sensitivity_search()) {
    if (sensitivity->is_converged()) write_sensitivities(simulation, folder / "sensitivity");
  } else if (simulation.mode_search() != nullptr) {
    write_modes(simulation, folder / "modes");
  } else if (simulation.resolvent_search() != nullptr) {
    write_resolvent(simulation, folder / "resolvent");
  } else if (simulation.otd_search() != nullptr) {
    write_otd_modes(simulation, folder / "otd");
  }
}

}  // namespace lobatto::run
