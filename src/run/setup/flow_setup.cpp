#include "run/setup/flow_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "plan/regions.hpp"
#include "plan/solver_choice.hpp"
#include "residents/formulas.hpp"
#include "residents/residents.hpp"
#include "run/setup/space_setup.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::run {

namespace {

using Residents = std::vector<residents::Resident>;

/// The conditions in the order of space.boundaries(); where the fluid meets a solid there is none,
/// and the default is right: a wall.
template <class Condition>
std::vector<Condition> conditions_of_boundaries(const std::vector<Condition>& given,
                                                const space::FunctionSpace& space) {
  std::vector<Condition> conditions;
  for (const auto& part : space.boundaries()) {
    const auto found = std::ranges::find(given, part.name, &Condition::boundary);
    conditions.push_back(found != given.end() ? *found : Condition{});
  }
  return conditions;
}

/// Some side of it is no plane. Collective.
bool is_curved(const space::Boundary& boundary, const comm::Communicator& communicator) {
  constexpr double rounding = 1e-6;
  double most = 0;
  for (std::size_t i = 0; i < boundary.n_values(); ++i)
    for (int d = 0; d < 3; ++d)
      most = std::max(
          most, std::abs(boundary.normal(d)[i] - boundary.normal(d)[i - i % boundary.n_nodes()]));
  return communicator.max(most) > rounding;
}

/// On a curved face that fluid slides along, no shear is a stress of its own: nu du/dn is not zero
/// there but what bends the velocity.
void take_shear_off(const space::FunctionSpace& space, int part,
                    physics::VelocityBoundaryCondition& face) {
  using enum physics::VelocityCondition;
  if ((face.kind != symmetry && face.kind != normal) || face.traction ||
      !is_curved(space::Boundary(space, part), space.communicator()))
    return;
  const auto zero = [](const space::Points&, double, std::span<double> out) {
    std::ranges::fill(out, 0.0);
  };
  if (face.kind == symmetry) {
    face.velocity = {zero, zero, zero};
    face.depends_on_time = false;
  }
  face.kind = normal;
  face.traction = {{zero, zero, zero}, false};
  face.traction_form = physics::TractionForm::stress;
}

std::vector<physics::VelocityBoundaryCondition> velocity_faces(const Residents& known,
                                                               const cases::Case& the_case,
                                                               residents::Formulas& formulas,
                                                               const space::FunctionSpace& space) {
  std::vector<physics::VelocityBoundaryCondition> faces;
  for (const auto& condition : conditions_of_boundaries(the_case.faces, space)) {
    const auto boundary = static_cast<int>(faces.size());
    auto& face = faces.emplace_back();
    face.kind = condition.kind;
    for (const auto& resident : known)
      if (resident.complete)
        resident.complete({the_case, condition, formulas, space, boundary}, face);
    take_shear_off(space, boundary, face);
    face.damps_backflow = face.damps_backflow && the_case.is_advected;
  }
  return faces;
}

/// velocity: its conditions, which the boundaries of the fluid have in the order of the space's.
physics::ScalarSettings scalar_settings(
    const Residents& known, const cases::Case& the_case, std::size_t index,
    residents::Formulas& formulas, cases::SolverMethod solver, const space::FunctionSpace& space,
    std::span<const physics::VelocityBoundaryCondition> velocity) {
  const cases::ScalarCase& scalar = the_case.scalars[index];
  physics::ScalarSettings settings;
  settings.name = scalar.name;
  settings.diffusivity = formulas.coefficient(scalar.diffusivity);
  settings.method = solver;
  settings.turbulent_prandtl = scalar.turbulent_prandtl;
  settings.is_advected = scalar.is_advected;
  set_solids(formulas, scalar, space, settings);
  for (const auto& condition : conditions_of_boundaries(scalar.faces, space)) {
    const auto* of_velocity = velocity.empty() ? nullptr : &velocity[settings.faces.size()];
    auto& face = settings.faces.emplace_back();
    face.kind = condition.kind;
    for (const auto& resident : known)
      if (resident.complete_scalar)
        resident.complete_scalar({condition, formulas, index, of_velocity}, face);
  }
  return settings;
}

physics::GivenVelocitySettings given_velocity(residents::Formulas& formulas,
                                              const cases::PrescribedVelocity& flow) {
  if (flow.velocity)
    return {
        {}, residents::depends_on_time(*flow.velocity), formulas.vector_function(*flow.velocity)};
  if (flow.files.empty()) return {};
  return {velocity_of_files(flow), flow.files.size() > 1};
}

}  // namespace

physics::FlowSettings make_flow_settings(const cases::Case& the_case, const plan::Grounds& grounds,
                                         residents::Formulas& formulas,
                                         const space::FunctionSpace& space) {
  if (const auto faults = boundary_faults(the_case, space::boundary_names(space),
                                          space::boundary_names_at_fluid(space));
      !faults.empty())
    throw base::Error(fmt::format("{}", fmt::join(faults, "\n")));
  const auto solvers = plan::choose_solvers(the_case, grounds);
  Residents known;
  for (const auto& make : residents::all) known.push_back(make());
  physics::FlowSettings settings;
  settings.viscosity = formulas.coefficient(the_case.viscosity);
  settings.is_advected = the_case.is_advected;
  settings.time_order = the_case.time_order;
  settings.along_characteristics = the_case.along_characteristics;
  settings.estimates_error = the_case.time_tolerance.has_value();
  settings.rates = grounds.rates;
  settings.quadrature_nodes = the_case.quadrature_nodes;
  if (const auto* velocity = plan::find_choice(solvers, "velocity"))
    settings.velocity_method = velocity->method;
  settings.iterative_velocity = the_case.iterative_velocity;
  if (const auto* pressure = plan::find_choice(solvers, "pressure"))
    settings.pressure_method = pressure->method;
  settings.layers = grounds.layers;
  settings.iterative_pressure = the_case.iterative_pressure;
  if (the_case.prescribed_velocity)
    settings.given_velocity = given_velocity(formulas, *the_case.prescribed_velocity);
  else
    settings.faces = velocity_faces(known, the_case, formulas, space.fluid());
  for (std::size_t i = 0; i < the_case.scalars.size(); ++i) {
    const auto method = plan::find_choice(solvers, the_case.scalars[i].name)->method;
    settings.scalars.push_back(
        scalar_settings(known, the_case, i, formulas, method, space, settings.faces));
  }
  for (const auto& resident : known) {
    if (resident.set) resident.set(the_case, formulas, space, settings);
    if (const auto add = resident.add)
      settings.additions.push_back([add, &the_case, &formulas](physics::Assembly& assembly) {
        add({the_case, formulas, assembly});
      });
  }
  return settings;
}

}  // namespace lobatto::run
