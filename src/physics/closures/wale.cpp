#include "physics/closures/wale.hpp"

#include <cmath>

namespace lobatto::physics {

namespace {

/// T : T
double square_of_traceless_part(const GradientTensor& g) {
  GradientTensor squared{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) squared[i][j] += g[i][k] * g[k][j];
  const double mean = (squared[0][0] + squared[1][1] + squared[2][2]) / 3;
  for (std::size_t i = 0; i < 3; ++i) squared[i][i] -= mean;
  return strain_squared(squared);
}

}  // namespace

double Wale::rate(const GradientTensor& g) {
  const double tt = square_of_traceless_part(g), ss = strain_squared(g);
  if (tt == 0) return 0;
  const double root = std::sqrt(tt);
  return tt * root / (ss * ss * std::sqrt(ss) + tt * std::sqrt(root));
}

}  // namespace lobatto::physics
