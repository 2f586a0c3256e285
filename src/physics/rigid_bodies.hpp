#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/vector3.hpp"
#include "physics/moving_mesh.hpp"
#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// A map of points r, told from some point: component d is a_d0 + sum_j a_dj r_j.
using Affine = std::array<std::array<double, 4>, 3>;

/// Parts of the boundary that move as one body.
struct RigidBody {
  std::vector<int> boundaries;  ///< indices in space.boundaries()
  base::Vector3 about{};        ///< at rest, the point that the map is told from
  /// How far the points of the body are from where they are at rest, and how fast.
  std::function<void(double t, Affine& displacement, Affine& velocity)> at;
};

/// A mesh whose bodies are rigid and whose nodes between give way: each of 1, x, y and z on a body,
/// told from its point, spreads into the mesh at rest by
///   div(k grad phi) = 0,   k = (mean volume of elements) / (volume of the element),
/// so that small elements, which are those at bodies, keep their shape (Stein, Tezduyar & Benney,
/// J. Appl. Mech. 70 (2003)). Displacements and velocities of nodes are sums of these, which are
/// solved for once: they follow bodies exactly, and are as smooth in time as these are. phi is zero
/// on all other boundaries, but free along planes of symmetry, on which nodes slide.
class RigidBodies final : public MeshMotion {
 public:
  /// The space must live as long, and be at rest until the first evaluate(), which solves the
  /// problems, and throws base::Error where it cannot. faces: of the velocity, one per part of the
  /// boundary.
  RigidBodies(const space::FunctionSpace& space, std::vector<RigidBody> bodies,
              std::span<const VelocityBoundaryCondition> faces);

  void evaluate(double t, space::Coordinates& places, space::VectorField& velocity) override;

 private:
  void solve();

  /// Of 1, x, y and z.
  using Spread = std::array<space::Field, 4>;
  struct Moved {
    RigidBody body;
    /// For the components of the displacement; those with equal conditions share one.
    std::array<std::shared_ptr<const Spread>, 3> spread;
  };

  const space::FunctionSpace& space_;
  std::vector<VelocityBoundaryCondition> faces_;
  std::optional<space::Coordinates> at_rest_;  ///< none before the problems are solved
  std::vector<Moved> bodies_;
};

}  // namespace lobatto::physics
