#include "physics/wall_friction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "space/boundary.hpp"

namespace lobatto::physics {

namespace {

/// Half the smallest distance between opposite walls of a box; infinite without such a pair.
double half_wall_distance(const mesh::BoxMesh& box,
                          std::span<const VelocityBoundaryCondition> faces) {
  double distance = std::numeric_limits<double>::infinity();
  for (int d = 0; d < 3; ++d) {
    const bool between_walls = !box.axes[d].periodic &&
                               faces[2 * d].kind == VelocityCondition::wall &&
                               faces[2 * d + 1].kind == VelocityCondition::wall;
    if (between_walls) distance = std::min(distance, box.axes[d].length());
  }
  return 0.5 * distance;
}

}  // namespace

std::optional<WallFriction> wall_friction(const space::FunctionSpace& space,
                                          std::span<const VelocityBoundaryCondition> faces,
                                          std::optional<double> viscosity, double force,
                                          double bulk_velocity) {
  double area = 0;
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (faces[f].kind == VelocityCondition::wall)
      area += space::Boundary(space, static_cast<int>(f)).area();
  const double volume = space.volume();
  const bool is_box = space.box() != nullptr && space.curved() == nullptr;
  const double height = is_box ? half_wall_distance(*space.box(), faces) : 2.0 * volume / area;
  if (area == 0.0 || !std::isfinite(height)) return std::nullopt;
  WallFriction friction;
  const double stress = std::abs(force) * volume / area;
  friction.u_tau = std::sqrt(stress);
  friction.hydraulic_diameter = 4.0 * volume / area;
  friction.friction_factor = 8.0 * stress / (bulk_velocity * bulk_velocity);
  if (!viscosity) return friction;
  friction.re_tau = friction.u_tau * height / *viscosity;
  friction.f_re =
      friction.friction_factor * std::abs(bulk_velocity) * friction.hydraulic_diameter / *viscosity;
  return friction;
}

}  // namespace lobatto::physics
