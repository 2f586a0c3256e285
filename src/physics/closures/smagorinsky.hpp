#pragma once

#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// nu_t = (C_s width)^2 sqrt(2 S : S) (Smagorinsky 1963). Zero in solid rotation; neither in a
/// shear flow nor at a wall.
struct Smagorinsky {
  static constexpr double constant = 0.17;  ///< of isotropic turbulence (Lilly 1967)
  static constexpr double flops = 30;
  static double scale(double c) { return c * c; }
  static double rate(const GradientTensor& g);
};

}  // namespace lobatto::physics
