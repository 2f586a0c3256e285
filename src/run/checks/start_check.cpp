#include "run/checks/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "residents/residents.hpp"
#include "run/checks/flux_check.hpp"
#include "space/boundary.hpp"

namespace lobatto::run {

namespace {

bool has_value(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return value != 0.0; });
}

/// True where a component is not zero at some node of this rank.
bool moves_inside(const space::FunctionSpace& space, const physics::VectorFunction& velocity) {
  if (!velocity[0]) return false;
  std::array<std::vector<double>, 3> x;
  std::vector<double> values(space.element_size());
  std::vector<std::size_t> nodes(space.element_size());
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    std::iota(nodes.begin(), nodes.end(), e * space.element_size());
    for (const auto& component : velocity) {
      component({x[0], x[1], x[2], nodes}, 0.0, values);
      if (has_value(values)) return true;
    }
  }
  return false;
}

bool moves_on_boundary(const space::FunctionSpace& space, const physics::FlowSettings& settings) {
  std::vector<double> values;
  for (std::size_t f = 0; f < settings.faces.size(); ++f) {
    if (settings.faces[f].of_solution[0]) return true;  // or nobody can say
    if (!settings.faces[f].velocity[0]) continue;
    const space::Boundary boundary(space, static_cast<int>(f));
    for (const auto& component : settings.faces[f].velocity) {
      boundary.evaluate(component, 0.0, values);
      if (has_value(values)) return true;
    }
  }
  return false;
}

std::optional<std::string> find_unstable_decay(const cases::Case& the_case,
                                               const space::FunctionSpace& space) {
  for (const auto& make : residents::all)
    if (const auto decay = make().decay_on_mesh)
      if (auto fault = decay(the_case, space).fault; !fault.empty()) return fault;
  return std::nullopt;
}

std::string no_first_step(const cases::Case& the_case) {
  return fmt::format(
      "{}: the fluid is at rest, so that no CFL number says how long the first step is; give the "
      "longest step as well, such as time.max_dt = 0.01",
      the_case.cfl_where);
}

}  // namespace

std::optional<std::string> find_start_problem(const cases::Case& the_case,
                                              residents::Formulas& formulas,
                                              const space::FunctionSpace& space,
                                              const physics::FlowSettings& settings) {
  if (auto unstable = find_unstable_decay(the_case, space)) return unstable;
  // A run that goes on from another does so at a time that the case does not tell.
  if (!the_case.restart || !physics::changes_with_time(settings.faces))
    if (auto mismatch = find_flux_mismatch(the_case, space, settings, 0.0)) return mismatch;
  if (!the_case.cfl || the_case.max_dt || the_case.restart) return std::nullopt;
  if (the_case.prescribed_velocity && !the_case.prescribed_velocity->files.empty())
    return std::nullopt;
  const bool moves = moves_inside(space.fluid(), formulas.initial_velocity(space)) ||
                     moves_on_boundary(space.fluid(), settings);
  if (space.communicator().max(moves ? 1.0 : 0.0) != 0.0) return std::nullopt;
  return no_first_step(the_case);
}

std::optional<std::string> find_start_problem(const Simulation& simulation) {
  if (auto unstable = find_unstable_decay(simulation.the_case(), simulation.space()))
    return unstable;
  if (auto mismatch = find_flux_mismatch(simulation.the_case(), simulation.space(),
                                         simulation.settings(), simulation.state().time()))
    return mismatch;
  if (simulation.has_next_step()) return std::nullopt;
  return no_first_step(simulation.the_case());
}

}  // namespace lobatto::run
