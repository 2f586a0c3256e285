#pragma once

namespace lobatto::physics {

/// What holds for the velocity on one part of the boundary. `velocity`: Dirichlet values from a
/// function (moving wall, inflow).
enum class VelocityCondition { periodic, wall, velocity, symmetry, outflow };

/// What holds for a scalar on one part of the boundary. `flux`: diffusivity dT/dn given (into the
/// fluid where positive). `transfer`: diffusivity dT/dn = h (T_ambient - T).
enum class ScalarCondition { periodic, insulated, value, flux, transfer };

}  // namespace lobatto::physics
