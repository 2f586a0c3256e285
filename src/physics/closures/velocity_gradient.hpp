#pragma once

#include <array>
#include <cstddef>

namespace lobatto::physics {

/// g[i][j] = du_i / dx_j at one point.
using GradientTensor = std::array<std::array<double, 3>, 3>;

/// du_i / dx_j at the nodes of a block of elements, component [3 i + j].
struct VelocityGradient {
  std::array<const double*, 9> components{};

  [[nodiscard]] GradientTensor at(std::size_t node) const {
    GradientTensor g;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) g[i][j] = components[3 * i + j][node];
    return g;
  }
};

/// S : S of the rate of strain S = (g + g^T) / 2.
inline double strain_squared(const GradientTensor& g) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const double s = 0.5 * (g[i][j] + g[j][i]);
      sum += s * s;
    }
  return sum;
}

}  // namespace lobatto::physics
