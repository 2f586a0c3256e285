#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/function_space.hpp"
#include "state/history.hpp"
#include "time/coefficients.hpp"

namespace lobatto::physics {

/// Keeps outflow faces stable where fluid enters through them. With nu du/dn = p n there, fluid
/// that comes back brings in the kinetic energy |u|^2 / 2 per volume without bound; the traction
///
///   nu du/dn - p n = (1/2) min(u . n, 0) u
///
/// takes just that away (Bruneau & Fabrie, M2AN 30 (1996); the energy-stable form of Dong,
/// Karniadakis & Chryssostomidis, J. Comput. Phys. 261 (2014), with a sharp switch). Nothing
/// changes where fluid leaves. u is extrapolated to the new time.
class Backflow {
 public:
  static constexpr int max_order = 2;  ///< levels that are kept

  Backflow(const space::FunctionSpace& space, std::span<const VelocityBoundaryCondition> faces);

  /// Takes the velocity on the outflow faces as the newest level.
  void record(const space::VectorField& velocity);
  /// Prepares add_to for a step. extrapolation: order at most max_order. density: at all nodes;
  /// null where it is one.
  void update(const time::Extrapolation& extrapolation, const space::Field* density = nullptr);
  /// The space has moved.
  void follow_mesh();
  /// Adds the surface integrals of one component on a block to its weak right-hand side.
  /// [n_elements][n^3]
  void add_to(int component, const space::ElementBlock& block, double* rhs) const;

 private:
  using Values = std::array<std::vector<double>, 3>;  ///< x, y, z on a boundary
  struct Face {
    space::Boundary boundary;
    state::History<Values> velocity;
    Values traction;  ///< times the surface weight
  };

  std::vector<Face> faces_;
};

}  // namespace lobatto::physics
