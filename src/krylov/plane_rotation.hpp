#pragma once

#include <cmath>

namespace lobatto::krylov {

/// The Givens rotation (a, b) -> (cosine a + sine b, cosine b - sine a).
struct PlaneRotation {
  double cosine, sine;

  /// The one that takes (a, b) to (|(a, b)|, 0); not for a = b = 0.
  static PlaneRotation to_first(double a, double b) {
    const double length = std::hypot(a, b);
    return {a / length, b / length};
  }
  void apply(double& a, double& b) const {
    const double turned = cosine * a + sine * b;
    b = cosine * b - sine * a;
    a = turned;
  }
};

}  // namespace lobatto::krylov
