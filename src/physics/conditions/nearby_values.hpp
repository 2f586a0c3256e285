#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "physics/conditions/following_values.hpp"
#include "space/function_space.hpp"
#include "space/interpolation.hpp"
#include "state/history.hpp"

namespace lobatto::physics {

/// x, y, z of nodes with these local indices, ascending. [nodes]
std::array<std::vector<double>, 3> places_of(const space::FunctionSpace& space,
                                             std::span<const std::size_t> nodes);

/// Fields at a place inside the flow for each node of a part of the boundary, at the time of a
/// step: extrapolated as FollowingValues says.
class NearbyValues {
 public:
  using Vector = std::array<double, 3>;
  using Values = std::vector<std::vector<double>>;  ///< [component after component][nodes]

  /// nodes: local indices, ascending. way_from(i): from node i to its place. The space must live as
  /// long. Throws base::Error on all ranks, "the boundary 'name' " and the complaint, where a place
  /// lies outside of the mesh. Collective.
  NearbyValues(const space::FunctionSpace& space, int boundary, std::vector<std::size_t> nodes,
               const std::function<Vector(std::size_t)>& way_from, const std::string& complaint);

  /// Another field, of one or three components.
  void watch(const state::Variable& field) { fields_.push_back(&field); }
  /// Keeps those of the current level. Collective.
  void record();
  /// Those of the next step, in `values`.
  void extrapolate(const time::Extrapolation& extrapolation, Values& values) const;
  /// Those of the current level. Collective.
  void take_current(Values& values);

  [[nodiscard]] const std::vector<std::size_t>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t place_of(std::size_t node) const;
  /// out = values at the nodes of these points, which have Points::nodes.
  void select(const std::vector<double>& values, const space::Points& points,
              std::span<double> out) const;

 private:
  std::vector<std::size_t> nodes_;
  space::Interpolation inside_;
  state::History<Values> levels_{std::vector<Values>(FollowingValues::max_order)};
  std::vector<const state::Variable*> fields_;
};

}  // namespace lobatto::physics
