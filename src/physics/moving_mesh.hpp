#pragma once

#include <memory>
#include <optional>
#include <span>

#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Where the nodes of a mesh go.
class MeshMotion {
 public:
  virtual ~MeshMotion() = default;
  /// The places of all local nodes at time t, and dx/dt there. Collective.
  virtual void evaluate(double t, space::Coordinates& places, space::VectorField& velocity) = 0;
};

/// A mesh whose nodes move with the velocity w: at a node that is followed
///   d phi/dt = -(u - w) . grad phi + ...
/// Levels of fields are values at nodes, each of the time of its mesh; BDFk is a sum of levels
/// and E = (u - w) . grad phi is extrapolated at nodes, so that the scheme keeps its order
/// where w has it: as on a mesh at rest, along another line through space and time. Weak forms are
/// of the new mesh alone. A uniform flow has E = 0 and stays, whatever the motion is: the geometric
/// conservation law in advective form (Donea, Huerta, Ponthot & Rodriguez-Ferran, Encyclopedia of
/// Computational Mechanics (2004), ch. 14).
class MovingMesh {
 public:
  /// The space must live as long, and be that of the equations, or share its geometry.
  MovingMesh(space::FunctionSpace& space, std::shared_ptr<MeshMotion> motion);

  [[nodiscard]] bool is_at(double t) const { return time_ == t; }
  /// Collective. Throws base::Error on every rank, with the time, where an element is turned
  /// inside out or periodic sides part.
  void move_to(double t);
  /// w of the time that the mesh is at.
  [[nodiscard]] const space::VectorField& velocity() const { return velocity_; }
  /// Walls go with the mesh: u = w there, a velocity that is given.
  void carry_walls(std::span<VelocityBoundaryCondition> faces) const;

 private:
  void check_periods() const;

  space::FunctionSpace& space_;
  std::shared_ptr<MeshMotion> motion_;
  space::VectorField velocity_;
  space::Coordinates places_, at_rest_;
  std::optional<double> time_;  ///< that the mesh is at; none: as it was made
};

}  // namespace lobatto::physics
