#include "plan/shares.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "plan/describe.hpp"
#include "plan/solver_choice.hpp"

namespace lobatto::plan {

kernels::ElementShape element_shape(const cases::Case& the_case) {
  return {the_case.order + 1, the_case.plane};
}

MeshSize box_size(const cases::Case& the_case) {
  const auto shape = element_shape(the_case);
  MeshSize size{1, shape.points(), 1};
  for (int d = 0; d < 3; ++d) {
    const mesh::Axis& axis = the_case.axes[d];
    const double n = axis.n_elements();
    size.n_elements *= n;
    size.n_points *= n;
    if (d < shape.n_directions()) size.n_unknowns *= n * the_case.order + (axis.periodic ? 0 : 1);
  }
  return size;
}

MeshSize mesh_size(const cases::Case& the_case, const space::FunctionSpace& space) {
  if (space.box() != nullptr) return box_size(the_case);
  // Each copy of a node counts for its part of the node.
  const auto parts = space.gather_scatter().inverse_multiplicity();
  const double own = std::accumulate(parts.begin(), parts.end(), 0.0);
  return {static_cast<double>(space.n_global_elements()), static_cast<double>(space.global_size()),
          std::round(space.communicator().sum(own))};
}

ElementShares box_shares(const cases::Case& the_case, const mesh::RankGrid& grid, int rank) {
  const auto n_elements = mesh::n_elements_along(the_case.axes);
  const double most = mesh::elements_of(grid, n_elements, 0).n_elements();
  return {grid.n_ranks(), grid, box_size(the_case).n_elements,
          mesh::elements_of(grid, n_elements, rank).n_elements(),
          fmt::format("a grid of {} x {} x {}, at most {:.0f} element{} per rank", grid.n_x,
                      grid.n_y, grid.n_z, most, most == 1 ? "" : "s")};
}

ElementShares box_shares(const cases::Case& the_case, int rank, const Grounds& grounds) {
  const auto grid = mesh::choose_grid(mesh::n_elements_along(the_case.axes), grounds.n_ranks,
                                      cut_of(the_case, grounds));
  return box_shares(the_case, grid, rank);
}

ElementShares file_shares(const mesh::HexMesh& mesh, const comm::Communicator& communicator) {
  const double own = mesh.n_local_elements();
  return {communicator.size(),
          {},
          static_cast<double>(mesh.n_elements),
          own,
          fmt::format("{}, at most {} per rank", counted(mesh.n_elements, "element"),
                      communicator.max(own))};
}

}  // namespace lobatto::plan
