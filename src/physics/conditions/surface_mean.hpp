#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gs/gather_scatter.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Makes one value a node of values on a boundary that every element has for itself, such as
/// derivatives: their mean over the sides that meet there, weighted with the surface.
class SurfaceMean {
 public:
  /// The part with this index in space.boundaries(). Collective.
  SurfaceMean(const space::FunctionSpace& space, int index);

  /// Local indices of the nodes, ascending; elements that only touch the part have theirs, too.
  [[nodiscard]] std::span<const std::size_t> nodes() const { return nodes_; }
  /// Of nodes(), that of value i on the boundary.
  [[nodiscard]] std::size_t index_of(std::size_t i) const { return index_of_value_[i]; }

  /// The space has moved, and with it its boundary. Collective.
  void follow_mesh(const space::Boundary& boundary);

  /// values: as of space::Boundary; means [nodes().size()]. Collective.
  void take(std::span<const double> values, std::span<double> means) const;

 private:
  std::vector<std::size_t> nodes_;
  std::vector<std::size_t> index_of_value_;
  std::vector<double> weights_;  ///< of values; those at one node sum to 1
  gs::GatherScatter sums_;
};

}  // namespace lobatto::physics
