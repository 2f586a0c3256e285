#pragma once

#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// nu_t = (C width)^2 s_3 (s_1 - s_2) (s_2 - s_3) / s_1^2, s_1 >= s_2 >= s_3 the singular values of
/// g (Nicoud, Baya Toda, Cabrit, Bose & Lee 2011). Zero in solid rotation, in all flow of two
/// components or two dimensions, and where strain is axisymmetric or isotropic; like y^3 at a wall.
struct Sigma {
  static constexpr double constant = 1.35;
  static constexpr double flops = 130;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

}  // namespace lobatto::physics
