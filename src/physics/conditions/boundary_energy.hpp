#pragma once

#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"
#include "space/nodal_value.hpp"

namespace lobatto::physics {

/// What flows through the boundary for the kinetic energy. With u . (equation) over the domain,
///   d/dt int |u|^2 / 2 = int f . u - nu int |grad u|^2 + oint nu u . du/dn dS
///                        - oint (p + |u|^2 / 2) u . n dS,
/// and this is the last integral; the one before is DirichletValues::power. Both are zero on walls,
/// symmetry planes and periodic faces. On an outflow p = 0, and Backflow leaves
/// - oint |u|^2 / 2 max(u . n, 0) dS. Where a traction is given, p is what it says, and
/// Traction::power adds its part along the face. A Stokes flow carries no |u|^2 / 2. Through a mesh
/// that moves with w it is (u - w) . n that carries it.
class BoundaryEnergy {
 public:
  BoundaryEnergy(const space::FunctionSpace& space,
                 std::span<const VelocityBoundaryCondition> faces, bool is_advected = true,
                 const MovingMesh* mesh = nullptr);

  /// The integral over this rank's part; of a density, with rho |u|^2 / 2.
  [[nodiscard]] double power(const space::VectorField& velocity, const space::Field& pressure,
                             const space::NodalValue& density = 1.0) const;
  /// The space has moved.
  void follow_mesh();

 private:
  struct Part {
    space::Boundary boundary;
    bool has_pressure;    ///< that may differ from zero
    bool damps_backflow;  ///< fluid that enters brings nothing
  };
  [[nodiscard]] double power_of_slot(const Part& part, std::size_t slot,
                                     const space::VectorField& velocity,
                                     const space::Field& pressure,
                                     const space::NodalValue& density) const;

  const space::FunctionSpace& space_;
  bool is_advected_;
  const MovingMesh* mesh_;  ///< null where it stays
  std::vector<Part> parts_;
};

}  // namespace lobatto::physics
