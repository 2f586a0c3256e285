#include "case/mesh_size.hpp"

#include <cmath>
#include <numeric>

namespace lobatto::cases {

MeshSize box_size(const Case& the_case) {
  MeshSize size{1, std::pow(the_case.order + 1.0, 3), 1};
  for (const mesh::Axis& axis : the_case.axes) {
    const double n = axis.n_elements();
    size.n_elements *= n;
    size.n_points *= n;
    size.n_unknowns *= n * the_case.order + (axis.periodic ? 0 : 1);
  }
  return size;
}

MeshSize mesh_size(const Case& the_case, const space::FunctionSpace& space) {
  if (space.box() != nullptr) return box_size(the_case);
  // Each copy of a node counts for its part of the node.
  const auto parts = space.gather_scatter().inverse_multiplicity();
  const double own = std::accumulate(parts.begin(), parts.end(), 0.0);
  return {static_cast<double>(space.n_global_elements()), static_cast<double>(space.global_size()),
          std::round(space.communicator().sum(own))};
}

}  // namespace lobatto::cases
