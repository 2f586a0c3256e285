#include "stats/node_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"

namespace lobatto::stats {

void VolumeNodes::visit(Look look) const {
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < space_.element_size(); ++q)
      look({e * space_.element_size() + q, mass(q), 0});
  }
}

BoundaryNodes::BoundaryNodes(const space::FunctionSpace& space, std::span<const int> boundaries)
    : space_(space) {
  for (const int index : boundaries) boundaries_.emplace_back(space, index);
}

void BoundaryNodes::visit(Look look) const {
  for (const auto& boundary : boundaries_)
    for (std::size_t s = 0; s < boundary.n_slots(); ++s) {
      const std::size_t begin = boundary.side(s).element * space_.element_size();
      for (std::size_t q = 0; q < boundary.n_nodes(); ++q)
        look({begin + boundary.offsets(s)[q], boundary.weights()[s * boundary.n_nodes() + q], 0});
    }
}

void BoundaryNodes::follow_mesh() {
  for (auto& boundary : boundaries_) boundary.follow_mesh();
}

std::vector<int> BoundaryNodes::elements() const {
  std::vector<int> elements;
  for (const auto& boundary : boundaries_)
    for (std::size_t s = 0; s < boundary.n_slots(); ++s)
      elements.push_back(boundary.side(s).element);
  std::ranges::sort(elements);
  const auto twice = std::ranges::unique(elements);
  elements.erase(twice.begin(), twice.end());
  return elements;
}

PlaneNodes::PlaneNodes(const space::FunctionSpace& space, int direction)
    : space_(space), direction_(direction) {
  if (space.box() == nullptr)
    throw base::Error("a mesh from a file has no planes of nodes; only a box has");
  const std::size_t n_planes =
      direction < space.shape().n_directions()
          ? static_cast<std::size_t>(space.box()->axes[direction].n_elements()) * space.order() + 1
          : 1;
  std::vector<double> lower(n_planes, INFINITY), upper(n_planes, -INFINITY);
  std::array<std::vector<double>, 3> x;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < space.element_size(); ++q) {
      const std::size_t plane = plane_of(e, q);
      lower[plane] = std::min(lower[plane], x[direction][q]);
      upper[plane] = std::max(upper[plane], x[direction][q]);
    }
  }
  space.communicator().min(lower);
  space.communicator().max(upper);
  constexpr double round_off = 1e-9;
  const double length = std::ranges::max(upper) - std::ranges::min(lower);
  for (std::size_t plane = 0; plane < n_planes; ++plane) {
    if (upper[plane] - lower[plane] > round_off * length)
      throw base::Error(
          fmt::format("the nodes of layer {} (counted from 0) reach from {:.6g} to {:.6g} along "
                      "{}; planes need "
                      "nodes that the map leaves in planes",
                      plane, lower[plane], upper[plane], "xyz"[direction]));
    coordinates_.push_back(0.5 * (lower[plane] + upper[plane]));
  }
}

std::size_t PlaneNodes::plane_of(int e, std::size_t q) const {
  const std::size_t stride = space_.shape().strides()[direction_];
  const auto element = static_cast<std::size_t>(space_.box()->element_index(e)[direction_]);
  return element * space_.order() + q / stride % space_.n();
}

void PlaneNodes::visit(Look look) const {
  for (int e = 0; e < space_.n_elements(); ++e) {
    const auto mass = space_.mass(e);
    for (std::size_t q = 0; q < space_.element_size(); ++q)
      look({e * space_.element_size() + q, mass(q), plane_of(e, q)});
  }
}

}  // namespace lobatto::stats
