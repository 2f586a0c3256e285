#pragma once

namespace lobatto::physics {

/// What a mean velocity along a wall is at some height above it, in wall units u+ = u / u_tau and
/// y+ = y u_tau / nu. `reichardt`: H. Reichardt, Z. angew. Math. Mech. 31 (1951); `spalding`: D. B.
/// Spalding, J. Appl. Mech. 28 (1961): both from the wall to the logarithmic law ln(y+) / kappa + B
/// of smooth walls; `rough`: ln(y / z_0) / kappa.
enum class WallLawKind { reichardt, spalding, rough };

struct WallLaw {
  WallLawKind kind = WallLawKind::reichardt;
  double kappa = 0.41;    ///< von Karman's constant
  double constant = 5.2;  ///< B, of smooth walls
  double roughness = 0;   ///< z_0, of rough ones; below every height
};

/// u_tau where the velocity along a wall is `speed` at a height above it, with the viscosity of the
/// fluid. speed >= 0; height > 0.
double friction_velocity(const WallLaw& law, double speed, double height, double viscosity);

}  // namespace lobatto::physics
