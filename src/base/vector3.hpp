#pragma once

#include <array>
#include <cmath>

namespace lobatto::base {

/// A place or a direction: x, y, z.
using Vector3 = std::array<double, 3>;

constexpr double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

constexpr Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

inline double norm(const Vector3& a) { return std::sqrt(dot(a, a)); }

/// a / |a|
inline Vector3 unit(Vector3 a) {
  const double length = norm(a);
  for (double& component : a) component /= length;
  return a;
}

}  // namespace lobatto::base
