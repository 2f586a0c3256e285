#pragma once

#include "physics/closures/velocity_gradient.hpp"

namespace lobatto::physics {

/// The cofactor of g[i][j]: indices are taken cyclically, which gives it its sign.
inline double cofactor(const GradientTensor& g, std::size_t i, std::size_t j) {
  const std::size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  return g[i1][j1] * g[i2][j2] - g[i1][j2] * g[i2][j1];
}

/// g : g, the first invariant of g^T g: the sum of the squares of the singular values.
inline double squared_norm(const GradientTensor& g) {
  double sum = 0;
  for (const auto& row : g)
    for (const double value : row) sum += value * value;
  return sum;
}

/// The second invariant of g^T g, the sum of the products of two of them: by Cauchy and Binet that
/// of the squares of all minors, where nothing cancels.
inline double squared_minors(const GradientTensor& g) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) sum += cofactor(g, i, j) * cofactor(g, i, j);
  return sum;
}

inline double determinant(const GradientTensor& g) {
  return g[0][0] * cofactor(g, 0, 0) + g[0][1] * cofactor(g, 0, 1) + g[0][2] * cofactor(g, 0, 2);
}

}  // namespace lobatto::physics
