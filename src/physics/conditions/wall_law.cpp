#include "physics/conditions/wall_law.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::physics {

namespace {

struct ValueAndSlope {
  double value, slope;
};

/// u+ at y+. The buffer layer's constant makes the outer part ln(y+) / kappa + B.
ValueAndSlope reichardt(const WallLaw& law, double y) {
  const double outer = law.constant - std::log(law.kappa) / law.kappa;
  const double far = std::exp(-y / 11), near = std::exp(-y / 3);
  return {std::log1p(law.kappa * y) / law.kappa + outer * (1 - far - y / 11 * near),
          1 / (1 + law.kappa * y) + outer * (far / 11 - near / 11 * (1 - y / 3))};
}

/// y+ at u+.
ValueAndSlope spalding(const WallLaw& law, double u) {
  const double s = law.kappa * u, shift = std::exp(-law.kappa * law.constant);
  return {u + shift * (std::expm1(s) - s * (1 + s * (0.5 + s / 6))),
          1 + shift * law.kappa * (std::expm1(s) - s * (1 + s / 2))};
}

/// The x > 0 at which x f(x) = product, of an f that grows. Newton's method; half of the interval
/// that holds x where a step would leave that, or is not half as long as the one before.
template <class Function>
double where_times_itself(Function f, double product, double lower, double upper) {
  double x = upper, last = upper - lower;
  for (int i = 0; i < 200; ++i) {
    const auto [value, slope] = f(x);
    const double excess = x * value - product;
    (excess > 0 ? upper : lower) = x;
    double next = x - excess / (value + x * slope);
    if (!(next > lower && next < upper && 2 * std::abs(next - x) < last))
      next = (lower + upper) / 2;
    last = std::abs(next - x);
    x = next;
    if (last <= 1e-14 * x) break;
  }
  return x;
}

}  // namespace

double friction_velocity(const WallLaw& law, double speed, double height, double viscosity) {
  if (speed == 0) return 0;
  if (law.kind == WallLawKind::rough) return law.kappa * speed / std::log(height / law.roughness);
  // u+ y+, of which one is x and the other one f(x)
  const double product = speed * height / viscosity, largest = std::max(1.0, product);
  if (law.kind == WallLawKind::spalding)
    return speed / where_times_itself([&](double u) { return spalding(law, u); }, product, 0,
                                      std::sqrt(product));
  const double y = where_times_itself([&](double y_plus) { return reichardt(law, y_plus); },
                                      product, 0, 2 * largest);
  return y * viscosity / height;
}

}  // namespace lobatto::physics
