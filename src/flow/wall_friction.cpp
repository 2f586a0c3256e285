#include "flow/wall_friction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lobatto::flow {

std::optional<WallFriction> wall_friction(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces,
                                          double viscosity, double force, double bulk_velocity) {
  const auto is_wall = [&](int d, bool upper) {
    const auto face = static_cast<int>(mesh::face_of(d, upper));
    return !mesh.axes[d].periodic && faces[face].kind == VelocityCondition::wall;
  };
  double area = 0;
  double distance = std::numeric_limits<double>::infinity();
  for (int d = 0; d < 3; ++d) {
    const double face_area = mesh.volume() / mesh.axes[d].length();
    area += face_area * (is_wall(d, false) + is_wall(d, true));
    if (is_wall(d, false) && is_wall(d, true)) distance = std::min(distance, mesh.axes[d].length());
  }
  if (!std::isfinite(distance)) return std::nullopt;
  WallFriction friction;
  const double stress = std::abs(force) * mesh.volume() / area;
  friction.u_tau = std::sqrt(stress);
  friction.re_tau = friction.u_tau * 0.5 * distance / viscosity;
  friction.hydraulic_diameter = 4.0 * mesh.volume() / area;
  friction.friction_factor = 8.0 * stress / (bulk_velocity * bulk_velocity);
  friction.f_re =
      friction.friction_factor * std::abs(bulk_velocity) * friction.hydraulic_diameter / viscosity;
  return friction;
}

}  // namespace lobatto::flow
