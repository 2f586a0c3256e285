#pragma once

#include <array>
#include <cmath>

namespace lobatto::mesh {

using Point = std::array<double, 3>;

inline double distance(const Point& p, const Point& q) {
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace lobatto::mesh
