#include "time/coefficients.hpp"

#include <string>

#include "base/error.hpp"

namespace lobatto::time {
namespace {

/// ages[k] = t^{n+1} - t^{n+1-k}: 0 for the new time level, positive for the old ones.
using Ages = std::array<double, max_order + 1>;

Ages ages(std::span<const double> steps, int order) {
  if (order < 1 || order > max_order) {
    throw base::Error("a time scheme has order 1, 2 or 3, not " + std::to_string(order));
  }
  if (steps.size() < static_cast<std::size_t>(order)) {
    throw base::Error("a time scheme of order " + std::to_string(order) + " needs as many steps");
  }
  Ages result{};
  for (int k = 0; k < order; ++k) {
    if (!(steps[k] > 0)) throw base::Error("a time step must be positive");
    result[k + 1] = result[k] + steps[k];
  }
  return result;
}

/// Value at age `at` of the Lagrange polynomial of old level k among the old levels 1 ... order,
/// but for the factor of level `without`.
double lagrange(const Ages& age, int k, int order, double at, int without = 0) {
  double value = 1;
  for (int m = 1; m <= order; ++m) {
    if (m != k && m != without) value *= (age[m] - at) / (age[m] - age[k]);
  }
  return value;
}

}  // namespace

Bdf bdf(std::span<const double> steps, int order) {
  // The derivative at t^{n+1} of the polynomial through u^{n+1} and the old levels. With age a =
  // t^{n+1} - t the Lagrange polynomial of old level k is (a / a_k) l_k(a), l_k that among the old
  // levels, so its derivative there is -l_k(0) / a_k; that of the new level is sum 1 / a_k.
  const Ages age = ages(steps, order);
  Bdf scheme;
  scheme.order = order;
  for (int k = 1; k <= order; ++k) {
    scheme.leading += 1 / age[k];
    scheme.history[k - 1] = lagrange(age, k, order, 0) / age[k];
  }
  return scheme;
}

Extrapolation extrapolation(std::span<const double> steps, int order) {
  return polynomial_at(steps, order, 0);
}

Extrapolation polynomial_at(std::span<const double> steps, int order, double at) {
  const Ages age = ages(steps, order);
  Extrapolation scheme;
  scheme.order = order;
  for (int k = 1; k <= order; ++k) scheme.history[k - 1] = lagrange(age, k, order, at);
  return scheme;
}

Extrapolation slope_at(std::span<const double> steps, int order, double at) {
  const Ages age = ages(steps, order);
  Extrapolation scheme;
  scheme.order = order;
  for (int k = 1; k <= order; ++k)
    for (int m = 1; m <= order; ++m)
      if (m != k) scheme.history[k - 1] += lagrange(age, k, order, at, m) / (age[m] - age[k]);
  return scheme;
}

/// The third divided difference over the four levels, about u''' / 6, is delta = (u^{n+1} -
/// extrapolation) / (a_1 a_2 a_3): the remainder of interpolation by Newton. It turns the
/// derivative of order 2 into that of order 3, which differ by a_1 a_2 delta; the extrapolations of
/// what is explicit differ by a_1 a_2 E'' / 2. The defect of order 2 is the sum of both, and over
/// b_0 = 1 / a_1 + 1 / a_2 it is the local error (Hairer, Norsett & Wanner, Solving Ordinary
/// Differential Equations I, III.2 and III.5). Where all is implicit, E'' = 0; where all is
/// explicit, E = -u' and the sum is -2 a_1 a_2 delta, the larger of both, which is taken. Constant
/// steps: 4 / 9 dt^3 u'''.
double local_error_factor(std::span<const double> steps) {
  const Ages age = ages(steps, 3);
  return 2 / ((1 / age[1] + 1 / age[2]) * age[3]);
}

/// As above, with the fourth divided difference: its part in the derivative of order 3 is
/// a_1 a_2 a_3 u'''' / 24, in what is extrapolated a_1 a_2 a_3 u'''' / 6 of the other sign; third
/// is a_1 a_2 a_3 u''' / 6 and second a_1 a_2 u'' / 2. Round-off in `third` makes no more of it
/// than third itself.
double third_order_error(std::span<const double> steps, double third, double second) {
  const Ages age = ages(steps, 3);
  const double leading = 1 / age[1] + 1 / age[2] + 1 / age[3];
  const double ratio = third < second ? third / second : 1;
  return 9.0 / 4 * ratio * third / (age[3] * leading);
}

/// Where the polynomial of one step, sum over levels of (BDF + rate dt EXT) zeta^level, has its
/// root at zeta = -1, which is the first to leave the unit circle.
double decay_limit(int order) {
  const std::array<double, max_order> steps{1, 1, 1};
  const Bdf derivative = bdf(steps, order);
  const Extrapolation extrapolated = extrapolation(steps, order);
  double of_derivative = derivative.leading, of_extrapolation = 0, sign = 1;
  for (int k = 0; k < order; ++k, sign = -sign) {
    of_derivative += sign * derivative.history[k];
    of_extrapolation += sign * extrapolated.history[k];
  }
  return of_derivative / of_extrapolation;
}

}  // namespace lobatto::time
