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

/// The velocity at a place inside the flow for each node of a part of the boundary, at the time of
/// a step: extrapolated as FollowingValues says.
class NearbyVelocity {
 public:
  using Vector = std::array<double, 3>;
  using Values = std::array<std::vector<double>, 3>;  ///< [nodes]

  /// nodes: local indices, ascending. way_from(i): from node i to its place. The space must live as
  /// long. Throws base::Error on all ranks, "the boundary 'name' " and the complaint, where a place
  /// lies outside of the mesh. Collective.
  NearbyVelocity(const space::FunctionSpace& space, int boundary, std::vector<std::size_t> nodes,
                 const std::function<Vector(std::size_t)>& way_from, const std::string& complaint);

  void watch(const state::Variable& velocity) { velocity_ = &velocity; }
  /// Keeps that of the current level. Collective.
  void record();
  /// That of the next step, in `values`.
  void extrapolate(const time::Extrapolation& extrapolation, Values& values) const;
  /// That of the current level. Collective.
  void take_current(Values& values);

  [[nodiscard]] const std::vector<std::size_t>& nodes() const { return nodes_; }
  [[nodiscard]] std::size_t place_of(std::size_t node) const;
  [[nodiscard]] Values nothing() const;
  /// out = values at the nodes of these points, which have Points::nodes.
  void select(const std::vector<double>& values, const space::Points& points,
              std::span<double> out) const;

 private:
  std::vector<std::size_t> nodes_;
  space::Interpolation inside_;
  state::History<Values> levels_;
  const state::Variable* velocity_ = nullptr;
};

}  // namespace lobatto::physics
