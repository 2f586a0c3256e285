#pragma once

#include <array>
#include <span>
#include <vector>

#include "physics/settings.hpp"
#include "space/boundary.hpp"
#include "space/element_blocks.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Tractions g given on parts of the boundary (TractionForm). The pressure takes -g . n as its
/// value where the normal velocity is free (`pressure_of`), the velocity the part along the face,
/// nu du/dn = g - (g . n) n, as a surface integral on its right; what the flow itself adds to both
/// is ExtrapolatedTraction.
class Traction {
 public:
  Traction(const space::FunctionSpace& space, std::span<const VelocityBoundaryCondition> faces);

  /// Evaluates the functions at time t.
  void update(double t);
  /// The space has moved.
  void follow_mesh();
  /// Adds the surface integrals of one component on a block to its weak right-hand side.
  /// [n_elements][n^3]
  void add_to(int component, const space::ElementBlock& block, double* rhs) const;
  /// The work per time of the part along the faces, of the last update; of this rank.
  [[nodiscard]] double power(const space::VectorField& velocity) const;

 private:
  struct Face {
    space::Boundary boundary;
    VectorFunction traction;
    bool depends_on_time;
    bool is_known = false;
    std::array<std::vector<double>, 3> shear;  ///< times the surface weights
  };
  std::vector<Face> faces_;
};

/// -g . n, a function that wants the normals.
space::SpaceTimeFunction pressure_of(const VectorFunction& traction);

/// The work per time of a traction on a part of the boundary, of this rank. traction: x, y, z of
/// values times the surface weights.
double work_of(const space::Boundary& boundary, const std::array<std::vector<double>, 3>& traction,
               const space::VectorField& velocity);

}  // namespace lobatto::physics
