#include "extruded/extruded_plan.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "extruded/plane_element.hpp"
#include "mesh/layered_mesh.hpp"

namespace lobatto::extruded {

namespace {

mesh::LayeredMesh layers_of(const mesh::NodalHexes& mesh, const comm::Communicator& communicator) {
  auto search = mesh::find_layers(mesh, communicator);
  if (!search.obstacle.empty())
    throw base::Error("the mesh has no layers of a plane mesh: " + search.obstacle);
  return std::move(search.layers);
}

std::vector<double> coordinates_of(const space::FunctionSpace& space) {
  std::vector<double> coordinates;
  std::array<std::vector<double>, 3> of_element;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, of_element);
    for (const auto& x : of_element) coordinates.insert(coordinates.end(), x.begin(), x.end());
  }
  return coordinates;
}

/// Those of a box lie alike against both of their elements; at its ends each is alone.
std::vector<std::array<mesh::OrientedFace, 6>> faces_of(const space::FunctionSpace& space) {
  if (space.hexes() != nullptr) return space.hexes()->faces;
  const auto ids = mesh::global_face_ids(*space.box());
  std::vector<std::array<mesh::OrientedFace, 6>> faces(ids.size() / mesh::n_faces);
  for (std::size_t i = 0; i < ids.size(); ++i)
    faces[i / mesh::n_faces][i % mesh::n_faces].id =
        ids[i] >= 0 ? ids[i] : -1 - static_cast<std::int64_t>(i);
  return faces;
}

/// Each element is a column of its own.
mesh::LayeredMesh layers_of_plane(const space::FunctionSpace& space) {
  mesh::LayeredMesh layers;
  layers.direction = {0, 0, 1};
  layers.ticks = {0, space.communicator().max(space.thickness())};
  layers.periodic = true;
  layers.n_columns = space.n_elements();
  for (int e = 0; e < layers.n_columns; ++e) layers.places.push_back({e, 0, 2, false});
  return layers;
}

std::shared_ptr<const ElementColumns> columns_of(const space::FunctionSpace& space) {
  if (space.is_plane())
    return std::make_shared<const ElementColumns>(space, mesh::NodalHexes{},
                                                  layers_of_plane(space));
  const auto coordinates = coordinates_of(space);
  const auto faces = faces_of(space);
  const auto numbers = space.element_numbers();
  const mesh::NodalHexes mesh{space.order(), coordinates, faces, numbers};
  return std::make_shared<const ElementColumns>(space, mesh, layers_of(mesh, space.communicator()));
}

/// Of the outer nodes, -1 where the solution is zero. [n_columns][n_outer]
std::vector<std::int64_t> free_ids(const ElementColumns& columns, const std::vector<bool>& fixed,
                                   int n) {
  auto outer = outer_nodes_first(n);
  outer.resize(4 * (n - 1));
  std::vector<std::int64_t> ids;
  for (int c = 0; c < columns.n_columns(); ++c)
    for (const int q : outer) {
      const std::size_t node = static_cast<std::size_t>(c) * n * n + q;
      ids.push_back(fixed[node] ? -1 : columns.plane_ids()[node]);
    }
  return ids;
}

}  // namespace

ExtrudedPlan::ExtrudedPlan(const space::FunctionSpace& space,
                           const space::BoundaryConditions& conditions,
                           const std::shared_ptr<const ElementColumns>& columns)
    : ExtrudedPlan(space, conditions, columns, plane_conditions(space, conditions, *columns)) {}

ExtrudedPlan::ExtrudedPlan(const space::FunctionSpace& space,
                           const space::BoundaryConditions& conditions,
                           std::shared_ptr<const ElementColumns> columns,
                           const PlaneConditions& of_plane)
    : n_(space.n()),
      n_upwards_(columns->n_upwards()),
      has_constant_(space::has_constant_mode(space, conditions)),
      columns_(std::move(columns)),
      modes_(space, layers(), of_plane.line),
      lanes_(modes_.eigenvalues()),
      skeleton_(free_ids(*columns_, of_plane.fixed, n_), n_outer(), space.communicator()) {}

double ExtrudedPlan::points_of_column() const {
  return 1.0 * n_ * n_ * n_upwards_ * layers().n_layers();
}

int ExtrudedPlan::most_groups(int n_ranks) const {
  int most = 0;
  for (int rank = 0; rank < n_ranks; ++rank)
    most =
        std::max(most, lanes_.first_group(rank + 1, n_ranks) - lanes_.first_group(rank, n_ranks));
  return most;
}

double ExtrudedPlan::bytes_of_group() const {
  return static_cast<double>(skeleton_.n_entries() * sizeof(double)) * lanes_.n_lanes();
}

double ExtrudedPlan::bytes_of_columns(double n_columns, int n_problems) const {
  const double inner = n_inner(), outer = n_outer();
  const double of_element = 3 * inner * outer + 2 * inner * inner + outer * outer;
  return sizeof(double) * n_columns *
         (of_element + n_problems * (inner + outer) * lanes_.n_slots());
}

double ExtrudedPlan::factorization_flops_of_group() const {
  return skeleton_.factorization_flops() * lanes_.n_lanes();
}

kernels::Cost ExtrudedPlan::cost_of_columns(double n_columns, int n_problems) const {
  const double n_slots = lanes_.n_slots(), n_plane = n_ * n_;
  const double of_elements = 4 * n_slots * n_inner() * (1.0 * n_inner() + n_outer());
  const double values = points_of_column() + n_inner() * n_slots;
  return kernels::Cost{2 * n_plane * modes_.flops() + of_elements, 3 * 8.0 * values} *
         (n_columns * n_problems);
}

kernels::Cost ExtrudedPlan::cost_of_group(int n_problems) const {
  const auto n_entries = static_cast<double>(skeleton_.n_entries());
  const double n_slots = static_cast<double>(lanes_.n_slots()) / lanes_.n_groups();  // in the mean
  return {4 * n_entries * n_slots * n_problems, 2 * bytes_of_group()};
}

double ExtrudedPlan::bytes_exchanged() const {
  return 2 * 8.0 * static_cast<double>(skeleton_.most_unknowns()) * lanes_.n_slots();
}

ExtrudedPlans::ExtrudedPlans(const space::FunctionSpace& space) : columns_(columns_of(space)) {}

std::shared_ptr<const ExtrudedPlan> ExtrudedPlans::with(
    const space::FunctionSpace& space, const space::BoundaryConditions& conditions) {
  auto& plan = plans_[conditions];
  if (plan == nullptr) plan = std::make_shared<const ExtrudedPlan>(space, conditions, columns_);
  return plan;
}

}  // namespace lobatto::extruded
