#pragma once

#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// nu_t = c width^2 sqrt(B / g : g), B the second invariant of g^T g (Vreman 2004, for one width in
/// all directions). Zero in a shear flow, like y at a wall; not zero in solid rotation.
struct Vreman {
  static constexpr double constant = 0.07;  ///< 2.5 C_s^2
  static constexpr double flops = 60;
  static double scale(double c) { return c; }
  static double rate(const GradientTensor& g);
};

}  // namespace lobatto::physics
