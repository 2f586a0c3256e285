#pragma once

namespace lobatto::physics {

/// What holds for the velocity on one part of the boundary. `velocity`: Dirichlet values from a
/// function (moving wall, inflow); `normal`: those of its normal component alone; `tangential`:
/// those of the others alone, the normal one is free as on an outflow.
enum class VelocityCondition { periodic, wall, velocity, symmetry, outflow, tangential, normal };

/// Fluid may pass as it likes, and the pressure has a value.
constexpr bool is_open(VelocityCondition kind) {
  return kind == VelocityCondition::outflow || kind == VelocityCondition::tangential;
}
/// A function says what passes through.
constexpr bool gives_normal_velocity(VelocityCondition kind) {
  return kind == VelocityCondition::velocity || kind == VelocityCondition::normal;
}
/// What slides along is free, but for a traction.
constexpr bool leaves_tangential_free(VelocityCondition kind) {
  return kind == VelocityCondition::outflow || kind == VelocityCondition::normal;
}
/// Components across and along the part are treated apart: those of an axis that it lies across, or
/// in frames of its nodes (FaceFrames).
constexpr bool lies_across_an_axis(VelocityCondition kind) {
  return kind == VelocityCondition::symmetry || kind == VelocityCondition::tangential ||
         kind == VelocityCondition::normal;
}

/// What a given traction g says, with the outward normal n: `gradient`: nu du/dn - p n = g;
/// `stress`: 2 nu S n - p n = g, a force per area; `pressure`: p = -g . n, and nothing of what is
/// viscous.
enum class TractionForm { gradient, stress, pressure };

/// What holds for a scalar on one part of the boundary. `flux`: diffusivity dT/dn given (into the
/// fluid where positive). `robin`: diffusivity dT/dn = h (T_ambient - T).
enum class ScalarCondition { periodic, insulated, value, flux, robin };

}  // namespace lobatto::physics
