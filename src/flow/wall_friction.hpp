#pragma once

#include <array>
#include <optional>

#include "flow/settings.hpp"
#include "mesh/box_mesh.hpp"

namespace lobatto::flow {

/// What the mean force on a flow between walls says of the friction there. With the wetted area A
/// and the volume V, the force per unit volume that holds the flow balances the walls: u_tau^2 A =
/// force V.
struct WallFriction {
  double u_tau = 0;
  double re_tau = 0;          ///< u_tau h / nu, h half the smallest distance between two walls
  double hydraulic_diameter;  ///< 4 V / A
  double friction_factor;     ///< Darcy's: 8 u_tau^2 / U_b^2
  double f_re;                ///< friction_factor U_b hydraulic_diameter / nu
};

/// Empty when no pair of opposite faces are walls.
std::optional<WallFriction> wall_friction(const mesh::BoxMesh& mesh,
                                          const std::array<VelocityFace, mesh::n_faces>& faces,
                                          double viscosity, double force, double bulk_velocity);

}  // namespace lobatto::flow
