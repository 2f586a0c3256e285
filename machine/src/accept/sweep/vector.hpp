#pragma once

#include <array>

namespace lobatto::accept {

using Vector = std::array<double, 3>;  ///< x y z: a place or a direction

inline double scalar_product(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline Vector cross_product(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace lobatto::accept
