#include "run/checks/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/vector3.hpp"
#include "physics/conditions/face_frames.hpp"
#include "physics/conditions/implicit_conditions.hpp"
#include "plan/memory.hpp"
#include "plan/regions.hpp"
#include "plan/solver_choice.hpp"
#include "residents/case_values.hpp"
#include "residents/needs.hpp"
#include "residents/residents.hpp"
#include "run/setup/flow_setup.hpp"
#include "run/setup/space_setup.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::run {

namespace {

void check_memory(const cases::Case& the_case, const plan::Grounds& grounds,
                  const plan::ElementShares& shares, const comm::Communicator& communicator,
                  cases::Problems& problems) {
  const auto parts = residents::memory_parts(the_case, grounds, shares, communicator.rank() == 0);
  plan::check_memory(parts, communicator, problems);
}

/// In this order: a box that fits no memory has more elements than anybody could look at.
void check_box_size(const cases::Case& the_case, const plan::Grounds& grounds,
                    const comm::Communicator& communicator, cases::Problems& problems) {
  const int rank = communicator.rank();
  cases::attempt(problems, the_case.place("mesh") + ": ", [&] {
    check_memory(the_case, grounds, plan::box_shares(the_case, rank, grounds), communicator,
                 problems);
  });
  if (!problems.empty() || the_case.solids.empty()) return;
  cases::attempt(problems, "", [&] {
    plan::BoxSolids solids(the_case, communicator);
    solids.check();
    check_memory(the_case, grounds, plan::box_shares(the_case, solids.grid(grounds), rank),
                 communicator, problems);
  });
}

void check_without_mesh(const cases::Case& the_case, const plan::Grounds& grounds,
                        base::FunctionRef<RunOrigin()> find, RunOrigin& origin,
                        const comm::Communicator& communicator, cases::Problems& problems) {
  if (!the_case.mesh_file) check_box_size(the_case, grounds, communicator, problems);
  check_files(the_case, communicator, problems);
  cases::attempt(problems, "", [&] { origin = find(); });
  if (the_case.prescribed_velocity)
    cases::attempt(problems, "",
                   [&] { find_velocity_files(*the_case.prescribed_velocity, communicator); });
  cases::attempt(problems, the_case.place("mesh") + ": ", [&] {
    for (const auto& fault : plan::solver_faults(the_case, grounds)) problems.add_placed(fault);
  });
}

/// The elements are loaded, but do not have their nodes yet.
void check_elements(const cases::Case& the_case, const plan::Grounds& grounds, const CaseMesh& mesh,
                    const comm::Communicator& communicator, cases::Problems& problems) {
  if (const auto* hexes = std::get_if<std::shared_ptr<const mesh::HexMesh>>(&mesh))
    check_memory(the_case, grounds, plan::file_shares(**hexes, communicator), communicator,
                 problems);
}

/// Volumes and metric terms, products of up to six lengths, must be numbers, and the matrices of
/// the coarse problem positive definite in spite of round-off.
void check_extent(const cases::Case& the_case, const space::FunctionSpace& space,
                  cases::Problems& problems) {
  constexpr double least = 1e-30, most = 1e30;
  const double most_ratio = space.curved() != nullptr ? 1e7 : 1e15;
  double shortest = most, longest = least, n_bad = 0;
  for (int e = 0; e < space.n_elements(); ++e)
    for (const double length : space.lengths(e)) {
      if (!(length >= least && length <= most)) ++n_bad;  // or no number
      shortest = std::min(shortest, length);
      longest = std::max(longest, length);
    }
  shortest = space.communicator().min(shortest);
  longest = space.communicator().max(longest);
  if (space.communicator().sum(n_bad) == 0 && longest <= most_ratio * shortest) return;
  problems.add_placed(fmt::format(
      "{}: the sides of elements are from {:.3g} to {:.3g} long; expected lengths from {} to {}, "
      "the longest at most {} times the shortest",
      the_case.place("mesh"), shortest, longest, least, most, most_ratio));
}

/// Throws base::Error where periodic sides that are a rotation do not serve.
void check_rotation(const space::FunctionSpace& space) {
  if (space.rotation() == nullptr) return;
  if (space.is_axisymmetric())
    throw base::Error(fmt::format(
        "periodic sides are a rotation by {}; expected none of a plane that mesh.axisymmetric "
        "turns about y = 0",
        mesh::text_of(*space.rotation())));
  static_cast<void>(space.turned_copies());
}

/// Solids may cut the fluid into pieces, each with a pressure of its own.
void check_pieces(const cases::Case& the_case, const space::FunctionSpace& space,
                  const physics::FlowSettings& settings, cases::Problems& problems) {
  if (the_case.solids.empty() || the_case.prescribed_velocity) return;
  const space::FunctionSpace& fluid = space.fluid();
  if (space::has_one_constant_at_most(fluid, physics::pressure_conditions(fluid, settings.faces)))
    return;
  problems.add_placed(fmt::format(
      "{}: the solids cut the fluid into pieces, and one of them has no outflow, so that the level "
      "of its pressure is not known; expected fluid in one piece, or an outflow for each",
      the_case.place("solid[0]")));
}

/// What does not go with components of the velocity that are solved for together.
void check_frames(const cases::Case& the_case, const space::FunctionSpace& fluid,
                  const physics::FlowSettings& settings, cases::Problems& problems) {
  if (the_case.prescribed_velocity || !physics::needs_frames(fluid, settings.faces)) return;
  if (the_case.iterative_velocity.projection_vectors > 0)
    problems.add_placed(fmt::format(
        "{}: a guess from recent corrections does not go with {}: expected 0",
        the_case.place("solver.projection"),
        fluid.rotation() != nullptr
            ? "periodic sides that are a rotation of each other"
            : "faces that are inclined or curved and give a part of the velocity alone (symmetry, "
              "normal_velocity)"));
  if (the_case.mesh_moves)
    problems.add_placed(fmt::format(
        "{}: does not go with faces that are inclined or curved and give a part of the velocity "
        "alone (symmetry, normal_velocity); expected such faces across an axis",
        the_case.place("mesh.motion")));
  base::Vector3 of_flow{};
  if (settings.flow_rate) of_flow[settings.flow_rate->direction] = 1;
  if (fluid.rotation() != nullptr && !fluid.rotation()->is_along(of_flow))
    problems.add_placed(fmt::format(
        "{}: the periodic sides of the mesh are a rotation by {}; expected a flow rate along its "
        "axis",
        the_case.place("forcing.flow_direction"), mesh::text_of(*fluid.rotation())));
}

void check_boundaries(const cases::Case& the_case, plan::Grounds& grounds,
                      const space::FunctionSpace& space, cases::Problems& problems) {
  const auto faults = boundary_faults(the_case, space::boundary_names(space),
                                      space::boundary_names_at_fluid(space));
  for (const auto& fault : faults) problems.add_placed(fault);
  if (!faults.empty()) return;
  cases::attempt(problems, the_case.place("boundary") + ": ", [&] {
    residents::Formulas formulas(the_case);
    const auto settings = make_flow_settings(the_case, grounds, formulas, space);
    if (!the_case.prescribed_velocity)
      for (int d = 0; d < 3; ++d) physics::velocity_conditions(space.fluid(), settings.faces, d);
    find_layers(the_case, space, settings, grounds);
    check_pieces(the_case, space, settings, problems);
    check_frames(the_case, space.fluid(), settings, problems);
    if (const auto problem = find_start_problem(the_case, formulas, space, settings))
      problems.add_placed(*problem);
  });
}

/// The time of the end, where the case gives it.
std::optional<double> last_time(const cases::Case& the_case) {
  if (the_case.dt && the_case.steps) {
    const double time = *the_case.dt * static_cast<double>(*the_case.steps);
    return std::min(time, the_case.end_time.value_or(time));
  }
  return the_case.end_time;
}

/// Of a scalar in the solids.
void look_at_solids(const cases::ScalarCase& scalar, residents::CaseValues& values) {
  int region = 0;
  for (const cases::ScalarSolidCase& solid : scalar.solids) {
    ++region;
    for (const auto* coefficient : {&solid.conductivity, &solid.capacity})
      if (coefficient->field) values.look_at_coefficient(*coefficient->field, 0.0, region);
    if (solid.source) values.look_at_source(*solid.source, 0.0, region);
  }
}

/// The values that the run begins with; of what follows from the solution, with that of the case.
void look_at_initial_values(const cases::Case& the_case, residents::CaseValues& in_fluid,
                            residents::CaseValues& values) {
  if (const auto& velocity = the_case.velocity_at_start())
    for (const cases::Expression& text : *velocity) in_fluid.look_at_initial(text);
  for (const cases::ScalarCase& scalar : the_case.scalars) {
    look_at_solids(scalar, values);
    if (scalar.initial) values.look_at_initial(*scalar.initial);
    if (scalar.diffusivity.field) values.look_at_coefficient(*scalar.diffusivity.field, 0.0);
  }
  if (the_case.viscosity.field) values.look_at_coefficient(*the_case.viscosity.field, 0.0);
}

/// When an exact solution is asked for its values, besides those at the start that the case names:
/// it may well begin with a singularity.
std::vector<double> times_of_exact_values(const cases::Case& the_case) {
  std::vector<double> times = times_before_start(the_case);
  if (const auto last = last_time(the_case)) times.push_back(*last);
  return times;
}

void look_at_exact_values(const cases::Case& the_case, double time, residents::CaseValues& in_fluid,
                          residents::CaseValues& values) {
  if (the_case.exact_velocity)
    for (const cases::Expression& text : *the_case.exact_velocity)
      in_fluid.look_at_nodes(text, time);
  if (the_case.exact_pressure) in_fluid.look_at_nodes(*the_case.exact_pressure, time);
  for (const cases::ScalarCase& scalar : the_case.scalars)
    if (scalar.exact) values.look_at_nodes(*scalar.exact, time);
}

template <class Condition>
const Condition* condition_of(const std::vector<Condition>& conditions, const std::string& name) {
  const auto found = std::ranges::find(conditions, name, &Condition::boundary);
  return found == conditions.end() ? nullptr : &*found;
}

void look_at_boundary_values(const cases::Case& the_case, const space::Boundary& boundary,
                             residents::CaseValues& values) {
  const auto look_at = [&](const cases::BoundaryCondition* condition) {
    if (condition != nullptr)
      for (const auto& text : condition->expressions) values.look_at_sides(text, boundary, 0.0);
  };
  look_at(condition_of(the_case.faces, boundary.name()));
  for (const cases::ScalarCase& scalar : the_case.scalars)
    look_at(condition_of(scalar.faces, boundary.name()));
}

void check_values(const cases::Case& the_case, const space::FunctionSpace& space,
                  cases::Problems& problems) {
  residents::CaseValues values(the_case, space), in_fluid(the_case, space.fluid());
  look_at_initial_values(the_case, in_fluid, values);
  for (const double time : times_of_exact_values(the_case))
    look_at_exact_values(the_case, time, in_fluid, values);
  for (const auto& make : residents::all)
    if (const auto look_at = make().look_at) look_at(the_case, values);
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    look_at_boundary_values(the_case, space::Boundary(space, static_cast<int>(b)), values);
  in_fluid.report(problems);
  values.report(problems);
}

/// The list of what needs the mesh. A further check has its place here.
void check_on_mesh(const cases::Case& the_case, plan::Grounds& grounds,
                   const space::FunctionSpace& space, cases::Problems& problems) {
  check_extent(the_case, space, problems);
  cases::attempt(problems, the_case.place("mesh") + ": ", [&] { check_rotation(space); });
  problems.throw_if_any();  // what follows takes the geometry for granted
  check_boundaries(the_case, grounds, space, problems);
  check_values(the_case, space, problems);
  for (const auto& make : residents::all)
    if (const auto check = make().check_on_mesh) check(the_case, space, problems);
}

}  // namespace

CheckedCase check_case(const cases::Case& the_case, const plan::Grounds& grounds,
                       base::FunctionRef<RunOrigin()> find,
                       const comm::Communicator& communicator) {
  cases::Problems problems;
  RunOrigin origin;
  check_without_mesh(the_case, grounds, find, origin, communicator, problems);
  problems.throw_if_any();
  const CaseMesh mesh = load_mesh(the_case, grounds, communicator);
  check_elements(the_case, grounds, mesh, communicator, problems);
  problems.throw_if_any();
  CheckedCase checked{origin, grounds, make_space(the_case, mesh, communicator)};
  check_on_mesh(the_case, checked.grounds, checked.space, problems);
  problems.throw_if_any();
  return checked;
}

}  // namespace lobatto::run
