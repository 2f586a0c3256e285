#include "run/setup/space_setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "mesh/mesh_file.hpp"
#include "plan/regions.hpp"
#include "plan/solver_choice.hpp"
#include "residents/formulas.hpp"
#include "space/boundary.hpp"
#include "space/named_boundaries.hpp"

namespace lobatto::run {

namespace {

using HexMesh = std::shared_ptr<const mesh::HexMesh>;

/// Cuts the parts of the case off the boundaries of the mesh.
void split_boundaries(const cases::Case& the_case, residents::Formulas& formulas,
                      space::FunctionSpace& space) {
  for (const auto& part : the_case.parts) {
    const auto names = space::boundary_names(space);
    const auto of = space::boundaries_named(part.of, space);
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
                                    part.where, part.of, part.name, part.condition.text()));
  }
}

/// Cuts boundaries whose components are treated apart into planes across one axis each, as far as
/// they are.
void split_by_components(const cases::Case& the_case, space::FunctionSpace& space) {
  for (const auto& condition : the_case.faces) {
    if (!physics::lies_across_an_axis(condition.kind)) continue;
    for (const int index : space::boundaries_named(condition.boundary, space)) {
      space::split_by_axis(space, index);
    }
  }
}

/// Whether a part of the boundary has sides on the axis y = 0, and others. Collective.
struct AxisSides {
  bool on_axis = false, elsewhere = false;

  AxisSides(const space::FunctionSpace& space, const space::Boundary& boundary) {
    for (std::size_t slot = 0; slot < boundary.n_slots(); ++slot)
      (std::ranges::max(boundary.points(slot).y) > 0 ? elsewhere : on_axis) = true;
    on_axis = space.communicator().max(on_axis ? 1.0 : 0.0) > 0;
    elsewhere = space.communicator().max(elsewhere ? 1.0 : 0.0) > 0;
  }
};

/// On the axis the velocity across it and around it are zero, what a plane of symmetry says there;
/// elsewhere such a plane, across the radius, would say too little of the velocity around the axis.
void check_axis(const cases::FaceCondition& condition, const space::FunctionSpace& space,
                int index) {
  const space::Boundary boundary(space, index);
  const AxisSides sides(space, boundary);
  const bool is_symmetry = condition.kind == physics::VelocityCondition::symmetry;
  if (sides.on_axis && !is_symmetry)
    throw base::Error(fmt::format("{}: '{}' has sides on the axis y = 0; expected \"symmetry\"",
                                  condition.where, condition.boundary));
  if (is_symmetry && sides.elsewhere && boundary.axis() != 0)
    throw base::Error(
        fmt::format("{}: with mesh.axisymmetric a plane of symmetry is the axis y = 0 or lies "
                    "across x, but '{}' has other sides",
                    condition.where, condition.boundary));
}

void check_axis(const cases::Case& the_case, const space::FunctionSpace& space) {
  if (!the_case.axisymmetric || the_case.prescribed_velocity) return;
  for (const auto& condition : the_case.faces)
    for (const int index : space::boundaries_named(condition.boundary, space))
      check_axis(condition, space, index);
}

/// Of boxes that are to move.
space::CoordinateMap identity() {
  const auto stays = [](int d) {
    return [d](const space::Points& points, double, std::span<double> out) {
      std::ranges::copy(std::array{points.x, points.y, points.z}[d], out.begin());
    };
  };
  return {stays(0), stays(1), stays(2)};
}

space::FunctionSpace make_whole_space(const cases::Case& the_case, residents::Formulas& formulas,
                                      const CaseMesh& mesh,
                                      const comm::Communicator& communicator) {
  const auto* box = std::get_if<mesh::BoxMesh>(&mesh);
  if (box != nullptr && !the_case.has_curved_elements()) return {*box, communicator};
  if (box != nullptr && !the_case.map) return {*box, identity(), communicator};
  try {
    if (box != nullptr) return {*box, formulas.vector_function(*the_case.map), communicator};
    std::optional<space::CoordinateMap> map;
    if (the_case.map) map = formulas.vector_function(*the_case.map);
    return {std::get<HexMesh>(mesh), the_case.order, communicator, map};
  } catch (const base::Error& error) {
    formulas.throw_fault(communicator);  // a place that is no number says more
    throw base::Error(
        fmt::format("{}: {}", the_case.map ? the_case.place("mesh.map") : the_case.mesh_file_text(),
                    error.what()));
  }
}

/// Whether whole columns of elements are of use.
bool wants_columns(const cases::Case& the_case) {
  return std::ranges::any_of(plan::layer_questions(the_case), &plan::LayerQuestion::is_open);
}

/// A file is not cut in slices by itself where the case asks for columns.
mesh::Partitioner partitioner(const cases::Case& the_case) {
  const auto questions = plan::layer_questions(the_case);
  const bool asks = std::ranges::count(questions, cases::SolverMethod::extruded_direct,
                                       &plan::LayerQuestion::wished) > 0;
  return asks && the_case.partitioner == mesh::Partitioner::automatic ? mesh::Partitioner::metis
                                                                      : the_case.partitioner;
}

}  // namespace

CaseMesh load_mesh(const cases::Case& the_case, const plan::Grounds& grounds,
                   const comm::Communicator& communicator) {
  if (the_case.mesh_file) {
    mesh::HexMesh mesh = mesh::read_hex_mesh(
        mesh::MeshFiles(the_case.mesh_file->begin(), the_case.mesh_file->end()), communicator,
        mesh_changes(the_case),
        [&](const mesh::HexMesh& part, const comm::Communicator& ranks) {
          return plan::regions_of_mesh(the_case, part, ranks);
        },
        partitioner(the_case), wants_columns(the_case));
    mesh.is_plane = the_case.plane;
    mesh.is_axisymmetric = the_case.axisymmetric;
    return std::make_shared<const mesh::HexMesh>(std::move(mesh));
  }
  plan::BoxSolids solids(the_case, communicator);
  solids.check();
  auto box =
      mesh::make_box_mesh(the_case.axes, the_case.order, solids.grid(grounds), communicator.rank());
  box.is_plane = the_case.plane;
  box.is_axisymmetric = the_case.axisymmetric;
  auto regions = solids.regions(box.local);
  return mesh::by_regions(std::move(box), std::move(regions));
}

space::FunctionSpace make_space(const cases::Case& the_case, const CaseMesh& mesh,
                                const comm::Communicator& communicator) {
  residents::Formulas formulas(the_case);
  auto space = make_whole_space(the_case, formulas, mesh, communicator);
  split_boundaries(the_case, formulas, space);
  formulas.throw_fault(communicator);
  split_by_components(the_case, space);
  check_axis(the_case, space);
  return space;
}

space::FunctionSpace make_space(const cases::Case& the_case, const plan::Grounds& grounds,
                                const comm::Communicator& communicator) {
  return make_space(the_case, load_mesh(the_case, grounds, communicator), communicator);
}

}  // namespace lobatto::run
