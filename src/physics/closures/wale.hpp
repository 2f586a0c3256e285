#pragma once

#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// nu_t = (C_w width)^2 (T : T)^(3/2) / ((S : S)^(5/2) + (T : T)^(5/4)), T the traceless symmetric
/// part of g g (Nicoud & Ducros 1999). Zero in a shear flow, like y^3 at a wall; not zero in solid
/// rotation.
struct Wale {
  static constexpr double constant = 0.5;
  static constexpr double flops = 120;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

}  // namespace lobatto::physics
