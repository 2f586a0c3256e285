#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "space/function_space.hpp"

namespace lobatto::bench {

/// Curves every element of a periodic unit cube: x_d + 0.05 sin(2 pi x_a) sin(2 pi x_b), (d, a, b)
/// cyclic.
inline space::CoordinateMap waves() {
  space::CoordinateMap map;
  for (int d = 0; d < 3; ++d) {
    map[d] = [d](const space::Points& p, double, std::span<double> out) {
      const std::array<std::span<const double>, 3> x{p.x, p.y, p.z};
      constexpr double wave = 2 * std::numbers::pi;
      for (std::size_t q = 0; q < out.size(); ++q)
        out[q] = x[d][q] +
                 0.05 * std::sin(wave * x[(d + 1) % 3][q]) * std::sin(wave * x[(d + 2) % 3][q]);
    };
  }
  return map;
}

}  // namespace lobatto::bench
