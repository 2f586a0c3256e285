#pragma once

#include <optional>
#include <span>

#include "physics/settings.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// What the mean force on a flow between walls says of the friction there. With the wetted area A
/// and the volume V, the force per unit volume that holds the flow balances the walls: u_tau^2 A =
/// force V.
struct WallFriction {
  double u_tau = 0;
  std::optional<double> re_tau;  ///< u_tau h / nu, of a constant viscosity
  double hydraulic_diameter;     ///< 4 V / A
  double friction_factor;        ///< Darcy's: 8 u_tau^2 / U_b^2
  std::optional<double> f_re;    ///< friction_factor U_b hydraulic_diameter / nu, likewise
};

/// h is half the smallest distance between two walls of an axis-aligned box, else half the
/// hydraulic diameter (the radius of a pipe). Empty when there is no wall, and for a box when no
/// pair of opposite faces are walls. viscosity: none where it is a field. Collective.
std::optional<WallFriction> wall_friction(const space::FunctionSpace& space,
                                          std::span<const VelocityBoundaryCondition> faces,
                                          std::optional<double> viscosity, double force,
                                          double bulk_velocity);

}  // namespace lobatto::physics
