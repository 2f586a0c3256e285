#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Whether some face where components of the velocity are treated apart lies across no axis, or
/// periodic sides are a rotation of each other: that mixes the Cartesian components, which are then
/// solved for together, with a frame of its own at each node of all faces where they are treated
/// apart. Collective.
bool needs_frames(const space::FunctionSpace& space,
                  std::span<const VelocityBoundaryCondition> faces);

/// A component of a vector less its part along the normal, for faces where that part is free.
space::SpaceTimeFunction part_along_face(const VectorFunction& vector, int component);

/// The directions in which the velocity has a value at the nodes of faces where others are free,
/// and the projection P on the others. A node has those of all sides that meet there, weighted by
/// area: they span the eigenvectors of sum w D, D = n n^T of a side whose normal component is
/// given, 1 - n n^T where the others are, whose eigenvalues are more than a small part of sum w.
/// So a smooth surface has one, an edge or corner more.
class FaceFrames {
 public:
  /// Nodes with a Dirichlet condition for all components have no frame. Collective.
  FaceFrames(const space::FunctionSpace& space, std::span<const VelocityBoundaryCondition> faces);

  /// u = P u
  void project(std::span<const std::span<double>> u) const;
  /// u = P u + g at these nodes, g as in DirichletValues.
  void impose(std::span<const std::span<double>> u,
              std::span<const std::span<const double>> g) const;

 private:
  using Projection = std::array<std::array<double, 3>, 3>;
  std::vector<std::uint32_t> nodes_;  ///< local indices
  std::vector<Projection> projections_;
};

}  // namespace lobatto::physics
