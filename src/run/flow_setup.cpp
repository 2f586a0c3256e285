#include "run/flow_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "case/boundaries.hpp"
#include "case/formulas.hpp"
#include "case/solver_choice.hpp"
#include "case/spelling.hpp"
#include "mesh/mesh_file.hpp"
#include "physics/conditions/synthetic_turbulence.hpp"
#include "run/extensions/table.hpp"
#include "run/velocity_files.hpp"
#include "space/boundary.hpp"

namespace lobatto::run {

namespace {

using HexMesh = std::shared_ptr<const mesh::HexMesh>;

physics::HelmholtzMethod helmholtz_method(cases::SolverMethod method) {
  return method == cases::SolverMethod::jacobi_cg ? physics::HelmholtzMethod::jacobi_cg
                                                  : physics::HelmholtzMethod::tensor_direct;
}

/// The conditions in the order of space.boundaries(), which all have one.
template <class Condition>
std::vector<Condition> conditions_of_boundaries(const std::vector<Condition>& given,
                                                const space::FunctionSpace& space) {
  std::vector<Condition> conditions;
  for (const auto& part : space.boundaries())
    conditions.push_back(*std::ranges::find(given, part.name, &Condition::boundary));
  return conditions;
}

/// Cuts the parts of the case off the boundaries of the mesh.
void split_boundaries(const cases::Case& the_case, cases::Formulas& formulas,
                      space::FunctionSpace& space) {
  for (const auto& part : the_case.parts) {
    const auto names = boundary_names(space);
    const auto of = boundaries_named(part.of, space);
    if (of.empty())
      throw base::Error(fmt::format("{} = \"{}\": the mesh has no such boundary{}", part.where,
                                    part.of, cases::suggestion(part.of, names)));
    if (std::find(names.begin(), names.end(), part.name) != names.end())
      throw base::Error(
          fmt::format("{}: the mesh has a boundary '{}' already", part.where, part.name));
    space.split_boundary(of.front(), part.name, formulas.function(part.condition));
    if (space.communicator().sum(static_cast<long long>(space.boundaries().back().sides.size())) ==
        0)
      throw base::Error(fmt::format("{}: no side of '{}' lies in the part '{}', where {}",
                                    part.where, part.of, part.name, part.condition.text));
  }
}

/// The place of a side of the boundary that lies across no axis, of some rank; none where all do.
/// Collective.
std::optional<std::array<double, 3>> inclined_side(const space::FunctionSpace& space, int index) {
  const space::Boundary boundary(space, index);
  const auto axes = boundary.axes_of_slots();
  const auto found = std::ranges::find(axes, std::optional<int>{});
  const bool is_here = found != axes.end();
  std::array<double, 3> place{};
  if (is_here) {
    const auto slot = static_cast<std::size_t>(found - axes.begin());
    const auto nodes = boundary.offsets(slot);
    std::array<std::vector<double>, 3> points;
    space.element_points(boundary.side(slot).element, points);
    for (int d = 0; d < 3; ++d) place[d] = points[d][nodes[nodes.size() / 2]];
  }
  const auto speaker = space.communicator().max_location(is_here ? 1.0 : 0.0);
  if (speaker.value == 0.0) return std::nullopt;
  space.communicator().broadcast(place, speaker.rank);
  return place;
}

std::string what_lies_across(physics::VelocityCondition kind) {
  if (kind == physics::VelocityCondition::symmetry) return "a symmetry plane";
  return kind == physics::VelocityCondition::normal ? "a face whose normal velocity is given"
                                                    : "a face whose tangential velocity is given";
}

/// Cuts boundaries whose components are treated apart into planes across one axis each.
void split_by_components(const cases::Case& the_case, space::FunctionSpace& space) {
  for (const auto& condition : the_case.faces) {
    if (!physics::lies_across_an_axis(condition.kind)) continue;
    for (const int index : boundaries_named(condition.boundary, space)) {
      if (const auto place = inclined_side(space, index))
        throw base::Error(
            fmt::format("{}: {} must lie across x, y or z, but '{}' is curved or inclined at "
                        "({:.6g}, {:.6g}, {:.6g})",
                        condition.where, what_lies_across(condition.kind), condition.boundary,
                        (*place)[0], (*place)[1], (*place)[2]));
      space::split_by_axis(space, index);
    }
  }
}

space::FunctionSpace make_whole_space(const cases::Case& the_case, cases::Formulas& formulas,
                                      const CaseMesh& mesh,
                                      const comm::Communicator& communicator) {
  const auto* box = std::get_if<mesh::BoxMesh>(&mesh);
  if (box != nullptr && !the_case.map) return {*box, communicator};
  try {
    if (box != nullptr) return {*box, formulas.vector_function(*the_case.map), communicator};
    return {std::get<HexMesh>(mesh), the_case.order, communicator};
  } catch (const base::Error& error) {
    throw base::Error(fmt::format(
        "{}: {}", box != nullptr ? the_case.place("mesh.map") : *the_case.mesh_file, error.what()));
  }
}

physics::GivenVector given_vector(cases::Formulas& formulas, const cases::VectorExpression& texts) {
  if (formulas.depends_on_solution(texts)) return {{}, true, formulas.vector_source(texts)};
  return {formulas.vector_function(texts), formulas.depends_on_time(texts)};
}

/// factor * value * n.
physics::GivenVector given_along_normal(cases::Formulas& formulas,
                                        const cases::ExpressionText& text, double factor) {
  physics::GivenVector vector{{}, formulas.depends_on_time(text)};
  const auto project = [factor](const space::Points& points, int d, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] *= factor * points.normal[d][q];
  };
  for (int d = 0; d < 3; ++d) {
    if (formulas.depends_on_solution(text))
      vector.of_solution[d] = [source = formulas.source_function(text), project, d](
                                  const space::Points& points, double t,
                                  std::span<const double* const> velocity,
                                  std::span<const double* const> scalars, std::span<double> out) {
        source(points, t, velocity, scalars, out);
        project(points, d, out);
      };
    else
      vector.at[d] = [function = formulas.function(text), project, d](
                         const space::Points& points, double t, std::span<double> out) {
        function(points, t, out);
        project(points, d, out);
      };
  }
  return vector;
}

void set_velocity(physics::VelocityFace& face, physics::GivenVector velocity) {
  face.velocity = std::move(velocity.at);
  face.depends_on_time = velocity.depends_on_time;
  face.of_solution = std::move(velocity.of_solution);
}

/// Adds the fluctuations to the velocity of one part of the boundary. Collective.
void add_turbulence(cases::Formulas& formulas, const cases::Case& the_case,
                    const cases::TurbulenceCase& given, const space::FunctionSpace& space,
                    int boundary, physics::VelocityFace& face) {
  physics::TurbulentWaves::Settings settings{
      given.length, given.convection, given.n_waves, given.seed, {}};
  for (int d = 0; d < 3; ++d)
    if (the_case.axes[d].periodic) settings.periods[d] = the_case.axes[d].length();
  const auto turbulence = std::make_shared<const physics::SyntheticTurbulence>(
      settings, formulas.function(given.intensity), space, boundary);
  for (int d = 0; d < 3; ++d) {
    if (face.of_solution[d])
      face.of_solution[d] = [mean = face.of_solution[d], turbulence, d](
                                const space::Points& points, double t,
                                std::span<const double* const> velocity,
                                std::span<const double* const> scalars, std::span<double> out) {
        mean(points, t, velocity, scalars, out);
        turbulence->add(d, points, t, out);
      };
    else
      face.velocity[d] = [mean = face.velocity[d], turbulence, d](const space::Points& points,
                                                                  double t, std::span<double> out) {
        mean(points, t, out);
        turbulence->add(d, points, t, out);
      };
  }
  face.depends_on_time = true;
}

physics::VelocityFace velocity_face(cases::Formulas& formulas,
                                    const cases::FaceCondition& condition) {
  using enum physics::VelocityCondition;
  physics::VelocityFace face;
  face.kind = condition.kind;
  if (condition.recycle)
    face.recycling = {condition.recycle->offset, condition.recycle->bulk_velocity};
  else if (condition.kind == velocity || condition.kind == tangential)
    set_velocity(face, given_vector(formulas, condition.velocity));
  if (condition.kind == normal)
    set_velocity(face, given_along_normal(formulas, condition.normal_velocity, 1));
  if (condition.traction) face.traction = given_vector(formulas, *condition.traction);
  if (condition.pressure) face.traction = given_along_normal(formulas, *condition.pressure, -1);
  face.damps_backflow = condition.damps_backflow;
  return face;
}

std::vector<physics::VelocityFace> velocity_faces(const cases::Case& the_case,
                                                  cases::Formulas& formulas,
                                                  const space::FunctionSpace& space) {
  std::vector<physics::VelocityFace> faces;
  for (const auto& condition : conditions_of_boundaries(the_case.faces, space)) {
    faces.push_back(velocity_face(formulas, condition));
    if (condition.turbulence)
      add_turbulence(formulas, the_case, *condition.turbulence, space,
                     static_cast<int>(faces.size()) - 1, faces.back());
  }
  return faces;
}

physics::ScalarSettings scalar_settings(cases::Formulas& formulas, const cases::ScalarCase& scalar,
                                        cases::SolverMethod solver,
                                        const space::FunctionSpace& space) {
  physics::ScalarSettings settings;
  settings.name = scalar.name;
  settings.diffusivity = formulas.coefficient(scalar.diffusivity);
  settings.method = helmholtz_method(solver);
  if (scalar.source) settings.source = formulas.source_function(*scalar.source);
  for (const auto& condition : conditions_of_boundaries(scalar.faces, space)) {
    auto& face = settings.faces.emplace_back();
    face.kind = condition.kind;
    if (condition.kind == physics::ScalarCondition::periodic ||
        condition.kind == physics::ScalarCondition::insulated)
      continue;
    if (condition.kind == physics::ScalarCondition::transfer)
      face.coefficient = formulas.function(condition.coefficient);
    if (formulas.depends_on_solution(condition.value)) {
      face.of_solution = formulas.source_function(condition.value);
    } else {
      face.value = formulas.function(condition.value);
      face.depends_on_time = formulas.depends_on_time(condition.value);
    }
  }
  return settings;
}

physics::GivenVelocitySettings given_velocity(cases::Formulas& formulas,
                                              const cases::GivenFlowCase& flow) {
  if (flow.velocity)
    return {{}, formulas.depends_on_time(*flow.velocity), formulas.vector_function(*flow.velocity)};
  if (flow.files.empty()) return {};
  return {velocity_of_files(flow), flow.files.size() > 1};
}

void set_body_force(cases::Formulas& formulas, const cases::VectorExpression& force,
                    physics::FlowSettings& settings) {
  if (formulas.depends_on_solution(force))
    settings.force_of_solution = formulas.vector_source(force);
  else
    settings.body_force =
        physics::BodyForce{formulas.vector_function(force), formulas.depends_on_time(force)};
}

physics::Sponge sponge(cases::Formulas& formulas, const cases::SpongeCase& given) {
  physics::Sponge sponge;
  sponge.strength = [shape = formulas.function(given.shape), strength = given.strength](
                        const space::Points& points, double t, std::span<double> out) {
    shape(points, t, out);
    for (double& value : out) value *= strength;
  };
  if (given.velocity) {
    const auto target = formulas.vector_function(*given.velocity);
    sponge.velocity = {{target.begin(), target.end()}, formulas.depends_on_time(*given.velocity)};
  }
  for (const auto& [scalar, target] : given.scalars)
    sponge.scalars.push_back(
        {scalar, {{formulas.function(target)}, formulas.depends_on_time(target)}});
  return sponge;
}

physics::Buoyancy buoyancy(const cases::Case& the_case, const cases::BuoyancyCase& given) {
  const auto names = scalar_names(the_case);
  const auto scalar = std::find(names.begin(), names.end(), given.scalar) - names.begin();
  return {static_cast<std::size_t>(scalar), given.coefficient, given.reference, given.direction};
}

}  // namespace

std::vector<std::string> boundary_names(const space::FunctionSpace& space) {
  std::vector<std::string> names;
  for (const auto& boundary : space.boundaries())
    if (std::ranges::find(names, boundary.name) == names.end()) names.push_back(boundary.name);
  return names;
}

std::vector<int> boundaries_named(const std::string& name, const space::FunctionSpace& space) {
  std::vector<int> indices;
  for (std::size_t b = 0; b < space.boundaries().size(); ++b)
    if (space.boundaries()[b].name == name) indices.push_back(static_cast<int>(b));
  return indices;
}

std::vector<int> boundaries_named(const std::vector<std::string>& names,
                                  const space::FunctionSpace& space) {
  std::vector<int> indices;
  for (const auto& name : names) {
    const auto parts = boundaries_named(name, space);
    indices.insert(indices.end(), parts.begin(), parts.end());
  }
  return indices;
}

physics::FlowSettings make_flow_settings(const cases::Case& the_case, cases::Formulas& formulas,
                                         const space::FunctionSpace& space) {
  if (const auto faults = boundary_faults(the_case, boundary_names(space)); !faults.empty())
    throw base::Error(fmt::format("{}", fmt::join(faults, "\n")));
  const auto solvers = choose_solvers(the_case, space.communicator().size());
  physics::FlowSettings settings;
  settings.viscosity = formulas.coefficient(the_case.viscosity);
  settings.time_order = the_case.time_order;
  settings.quadrature_nodes = the_case.quadrature_nodes;
  if (const auto* velocity = find_choice(solvers, "velocity"))
    settings.velocity_method = helmholtz_method(velocity->method);
  settings.iterative_velocity = {the_case.velocity_tolerance, the_case.max_iterations,
                                 the_case.velocity_projection};
  if (takes_multigrid(the_case, space.communicator().size()))
    settings.pressure_method = physics::PoissonMethod::schwarz_multigrid;
  settings.iterative_pressure = {
      the_case.pressure_tolerance, the_case.max_iterations, the_case.pressure_projection,
      the_case.preconditioner_precision == io::Precision::double_precision, the_case.coarse_solver};
  if (the_case.given_flow)
    settings.given_velocity = given_velocity(formulas, *the_case.given_flow);
  else
    settings.faces = velocity_faces(the_case, formulas, space);
  if (the_case.flow_rate)
    settings.flow_rate = physics::FlowRate{the_case.flow_direction, *the_case.flow_rate};
  if (the_case.body_force) set_body_force(formulas, *the_case.body_force, settings);
  settings.filter = the_case.filter;
  for (const auto& given : the_case.sponges) settings.sponges.push_back(sponge(formulas, given));
  for (const auto& scalar : the_case.scalars)
    settings.scalars.push_back(
        scalar_settings(formulas, scalar, find_choice(solvers, scalar.name)->method, space));
  for (const auto& given : the_case.buoyancy)
    settings.buoyancy.push_back(buoyancy(the_case, given));
  for (const auto& make : extensions)
    if (const auto add = make().add)
      settings.additions.push_back([add, &the_case, &formulas](physics::Assembly& assembly) {
        add({the_case, formulas, assembly});
      });
  return settings;
}

CaseMesh load_mesh(const cases::Case& the_case, const comm::Communicator& communicator) {
  if (the_case.mesh_file)
    return std::make_shared<const mesh::HexMesh>(
        mesh::read_hex_mesh(*the_case.mesh_file, communicator, the_case.periodic));
  return mesh::make_box_mesh(the_case.axes, the_case.order, communicator.rank(),
                             communicator.size());
}

space::FunctionSpace make_space(const cases::Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator) {
  cases::Formulas formulas(the_case);
  auto space = make_whole_space(the_case, formulas, mesh, communicator);
  split_boundaries(the_case, formulas, space);
  formulas.throw_fault(communicator);
  split_by_components(the_case, space);
  return space;
}

space::FunctionSpace make_space(const cases::Case& the_case,
                                const comm::Communicator& communicator) {
  return make_space(the_case, load_mesh(the_case, communicator), communicator);
}

}  // namespace lobatto::run
