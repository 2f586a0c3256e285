#include "app/flow_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "app/case_boundaries.hpp"
#include "app/expression.hpp"
#include "app/expression_function.hpp"
#include "app/solver_choice.hpp"
#include "app/spelling.hpp"
#include "base/error.hpp"
#include "io/collective.hpp"
#include "mesh/mesh_file.hpp"

namespace lobatto::app {

namespace {

using HexMesh = std::shared_ptr<const mesh::HexMesh>;

Expression compile(const Case& the_case, const ExpressionText& text) {
  return Expression::compile(text, space_variables(), the_case.parameters);
}

space::SpaceTimeFunction function(const Case& the_case, const ExpressionText& text) {
  return space_time_function(compile(the_case, text));
}

space::SpaceTimeFunction function(const Case& the_case, const std::optional<ExpressionText>& text) {
  return text ? function(the_case, *text) : space::SpaceTimeFunction{};
}

flow::VectorFunction vector_function(const Case& the_case, const VectorExpression& texts) {
  return {function(the_case, texts[0]), function(the_case, texts[1]), function(the_case, texts[2])};
}

flow::VectorFunction vector_function(const Case& the_case,
                                     const std::optional<VectorExpression>& texts) {
  return texts ? vector_function(the_case, *texts) : flow::VectorFunction{};
}

bool depends_on_time(const Case& the_case, const VectorExpression& texts) {
  return std::any_of(texts.begin(), texts.end(), [&](const ExpressionText& text) {
    return compile(the_case, text).depends_on_time();
  });
}

flow::SourceFunction source_function(const Case& the_case, const ExpressionText& text) {
  const auto expression =
      Expression::compile(text, solution_variables(scalar_names(the_case)), the_case.parameters);
  return
      [expression](const space::Points& points, double t, std::span<const double* const> velocity,
                   std::span<const double* const> scalars, std::span<double> out) {
        std::vector<std::span<const double>> inputs{points.x, points.y, points.z};
        for (const double* component : velocity) inputs.emplace_back(component, out.size());
        for (const double* scalar : scalars) inputs.emplace_back(scalar, out.size());
        expression.evaluate(inputs, t, out);
      };
}

flow::HelmholtzMethod helmholtz_method(const std::string& name) {
  return name == "jacobi-cg" ? flow::HelmholtzMethod::jacobi_cg
                             : flow::HelmholtzMethod::tensor_direct;
}

/// The conditions in the order of the boundaries of the mesh, which all have one.
template <class Condition>
std::vector<Condition> conditions_of_boundaries(const std::vector<Condition>& given,
                                                const space::FunctionSpace& space) {
  std::vector<Condition> conditions;
  for (const auto& name : boundary_names(space))
    conditions.push_back(*std::ranges::find(given, name, &Condition::boundary));
  return conditions;
}

/// Cuts the parts of the case off the boundaries of the mesh.
void split_boundaries(const Case& the_case, space::FunctionSpace& space) {
  for (const auto& part : the_case.parts) {
    const auto names = boundary_names(space);
    const auto of = std::find(names.begin(), names.end(), part.of);
    if (of == names.end())
      throw base::Error(fmt::format("{} = \"{}\": the mesh has no such boundary{}", part.where,
                                    part.of, suggestion(part.of, names)));
    if (std::find(names.begin(), names.end(), part.name) != names.end())
      throw base::Error(
          fmt::format("{}: the mesh has a boundary '{}' already", part.where, part.name));
    std::string fault;
    try {
      space.split_boundary(static_cast<int>(of - names.begin()), part.name,
                           function(the_case, part.condition));
    } catch (const std::domain_error& error) {
      fault = error.what();
    }
    io::throw_together(space.communicator(), fault);
    if (space.communicator().sum(static_cast<long long>(space.boundaries().back().sides.size())) ==
        0)
      throw base::Error(fmt::format("{}: no side of '{}' lies in the part '{}', where {}",
                                    part.where, part.of, part.name, part.condition.text));
  }
}

space::FunctionSpace make_whole_space(const Case& the_case, const CaseMesh& mesh,
                                      const comm::Communicator& communicator) {
  const auto* box = std::get_if<mesh::BoxMesh>(&mesh);
  if (box != nullptr && !the_case.map) return {*box, communicator};
  try {
    if (box != nullptr) return {*box, vector_function(the_case, *the_case.map), communicator};
    return {std::get<HexMesh>(mesh), the_case.order, communicator};
  } catch (const base::Error& error) {
    throw base::Error(fmt::format(
        "{}: {}", box != nullptr ? the_case.place("mesh.map") : *the_case.mesh_file, error.what()));
  }
}

std::optional<precond::CoarseKind> coarse_kind(const std::string& name) {
  using precond::CoarseKind;
  for (const auto kind : {CoarseKind::tensor_direct, CoarseKind::sparse_cholesky,
                          CoarseKind::boomer_amg, CoarseKind::fft})
    if (name == precond::name_of(kind)) return kind;
  return std::nullopt;
}

flow::VelocityFace velocity_face(const Case& the_case, const FaceCondition& condition) {
  flow::VelocityFace face;
  face.kind = condition.kind;
  if (condition.kind == VelocityCondition::velocity) {
    face.velocity = vector_function(the_case, condition.velocity);
    face.depends_on_time = depends_on_time(the_case, condition.velocity);
  }
  return face;
}

flow::ScalarSettings scalar_settings(const Case& the_case, const ScalarCase& scalar,
                                     const std::string& solver, const space::FunctionSpace& space) {
  flow::ScalarSettings settings;
  settings.name = scalar.name;
  settings.diffusivity = scalar.diffusivity;
  settings.method = helmholtz_method(solver);
  if (scalar.source) settings.source = source_function(the_case, *scalar.source);
  for (const auto& condition : conditions_of_boundaries(scalar.faces, space)) {
    auto& face = settings.faces.emplace_back();
    face.kind = condition.kind;
    if (condition.kind != ScalarCondition::value && condition.kind != ScalarCondition::flux)
      continue;
    const auto expression = compile(the_case, condition.value);
    face.value = space_time_function(expression);
    face.depends_on_time = expression.depends_on_time();
  }
  return settings;
}

flow::Buoyancy buoyancy(const Case& the_case, const BuoyancyCase& given) {
  const auto names = scalar_names(the_case);
  const auto scalar = std::find(names.begin(), names.end(), given.scalar) - names.begin();
  return {static_cast<std::size_t>(scalar), given.coefficient, given.reference, given.direction};
}

}  // namespace

std::vector<std::string> boundary_names(const space::FunctionSpace& space) {
  std::vector<std::string> names;
  for (const auto& boundary : space.boundaries()) names.push_back(boundary.name);
  return names;
}

flow::FlowSettings make_flow_settings(const Case& the_case, const space::FunctionSpace& space) {
  if (const auto faults = boundary_faults(the_case, boundary_names(space)); !faults.empty())
    throw base::Error(fmt::format("{}", fmt::join(faults, "\n")));
  const auto solvers = choose_solvers(the_case, space.communicator().size());
  flow::FlowSettings settings;
  settings.viscosity = the_case.viscosity;
  settings.time_order = the_case.time_order;
  settings.quadrature_nodes = the_case.quadrature_nodes;
  settings.velocity_method = helmholtz_method(solvers[1].method);
  settings.iterative_velocity = {the_case.velocity_tolerance, the_case.max_iterations,
                                 the_case.velocity_projection};
  if (solvers[0].method == "schwarz-multigrid")
    settings.pressure_method = flow::PoissonMethod::schwarz_multigrid;
  settings.iterative_pressure = {
      the_case.pressure_tolerance, the_case.max_iterations, the_case.pressure_projection,
      the_case.preconditioner_precision == "double", coarse_kind(the_case.coarse_solver)};
  for (const auto& condition : conditions_of_boundaries(the_case.faces, space))
    settings.faces.push_back(velocity_face(the_case, condition));
  if (the_case.flow_rate)
    settings.flow_rate = flow::FlowRate{the_case.flow_direction, *the_case.flow_rate};
  if (the_case.body_force)
    settings.body_force = flow::BodyForce{vector_function(the_case, *the_case.body_force),
                                          depends_on_time(the_case, *the_case.body_force)};
  for (std::size_t s = 0; s < the_case.scalars.size(); ++s)
    settings.scalars.push_back(
        scalar_settings(the_case, the_case.scalars[s], solvers[2 + s].method, space));
  for (const auto& given : the_case.buoyancy)
    settings.buoyancy.push_back(buoyancy(the_case, given));
  return settings;
}

CaseMesh load_mesh(const Case& the_case, const comm::Communicator& communicator) {
  if (the_case.mesh_file)
    return std::make_shared<const mesh::HexMesh>(
        mesh::read_hex_mesh(*the_case.mesh_file, communicator, the_case.periodic));
  return mesh::make_box_mesh(the_case.axes, the_case.order, communicator.rank(),
                             communicator.size());
}

space::FunctionSpace make_space(const Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator) {
  auto space = make_whole_space(the_case, mesh, communicator);
  split_boundaries(the_case, space);
  return space;
}

space::FunctionSpace make_space(const Case& the_case, const comm::Communicator& communicator) {
  return make_space(the_case, load_mesh(the_case, communicator), communicator);
}

flow::VectorFunction initial_velocity(const Case& the_case) {
  return vector_function(the_case, the_case.initial_velocity);
}

std::vector<space::SpaceTimeFunction> initial_scalars(const Case& the_case) {
  std::vector<space::SpaceTimeFunction> functions;
  for (const auto& scalar : the_case.scalars)
    functions.push_back(function(the_case, scalar.initial));
  return functions;
}

flow::VectorFunction exact_velocity(const Case& the_case) {
  return vector_function(the_case, the_case.exact_velocity);
}

std::vector<space::SpaceTimeFunction> exact_scalars(const Case& the_case) {
  std::vector<space::SpaceTimeFunction> functions;
  for (const auto& scalar : the_case.scalars) functions.push_back(function(the_case, scalar.exact));
  return functions;
}

space::SpaceTimeFunction exact_pressure(const Case& the_case) {
  return function(the_case, the_case.exact_pressure);
}

}  // namespace lobatto::app
