#include "physics/conditions/turbulence/stress_factor.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::physics {

std::optional<StressFactor> stress_factor(const ReynoldsStress& stress, double negligible) {
  const auto& [uu, vv, ww, uv, uw, vw] = stress;
  const double r[3][3] = {{uu, uv, uw}, {uv, vv, vw}, {uw, vw, ww}};
  const double least = std::max(1e-10 * (uu + vv + ww), negligible);
  double a[3][3] = {};
  for (int j = 0; j < 3; ++j) {
    for (int i = j; i < 3; ++i) {
      double left = r[i][j];
      for (int k = 0; k < j; ++k) left -= a[i][k] * a[j][k];
      if (i == j && !(left >= -least)) return std::nullopt;
      if (i == j)
        a[j][j] = left > least ? std::sqrt(left) : 0;
      else if (a[j][j] > 0)
        a[i][j] = left / a[j][j];
      else if (std::abs(left) > std::sqrt(least * std::max(r[i][i], least)))
        return std::nullopt;
    }
  }
  return StressFactor{{a[0][0], a[1][0], a[1][1], a[2][0], a[2][1], a[2][2]}};
}

}  // namespace lobatto::physics
