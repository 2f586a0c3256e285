#include "physics/conditions/surface_mean.hpp"

#include <algorithm>
#include <cstdint>

namespace lobatto::physics {

namespace {

std::vector<std::int64_t> ids_of(const space::FunctionSpace& space,
                                 std::span<const std::size_t> nodes) {
  const auto all = space.node_ids();
  std::vector<std::int64_t> ids;
  for (const std::size_t node : nodes) ids.push_back(all[node]);
  return ids;
}

}  // namespace

SurfaceMean::SurfaceMean(const space::FunctionSpace& space, int index)
    : nodes_(space::boundary_nodes(space, index)),
      sums_(ids_of(space, nodes_), space.communicator()) {
  const space::Boundary boundary(space, index);
  for (std::size_t s = 0; s < boundary.n_slots(); ++s)
    for (const std::size_t q : boundary.offsets(s)) {
      const std::size_t node = boundary.side(s).element * space.element_size() + q;
      index_of_value_.push_back(std::ranges::lower_bound(nodes_, node) - nodes_.begin());
    }
  weights_.resize(boundary.n_values());
  follow_mesh(boundary);
}

void SurfaceMean::follow_mesh(const space::Boundary& boundary) {
  std::vector<double> areas(nodes_.size(), 0.0);
  for (std::size_t i = 0; i < boundary.n_values(); ++i) areas[index_of(i)] += boundary.weights()[i];
  sums_.add(areas);
  for (std::size_t i = 0; i < boundary.n_values(); ++i)
    weights_[i] = boundary.weights()[i] / areas[index_of(i)];
}

void SurfaceMean::take(std::span<const double> values, std::span<double> means) const {
  std::ranges::fill(means, 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) means[index_of(i)] += weights_[i] * values[i];
  sums_.add(means);
}

}  // namespace lobatto::physics
