#pragma once

#include <array>
#include <span>

namespace lobatto::time {

inline constexpr int max_order = 3;

/// d/dt u(t^{n+1}) ~ leading u^{n+1} - sum_{k=0}^{order-1} history[k] u^{n-k}, in 1 / time unit (dt
/// included).
struct Bdf {
  int order = 1;
  double leading = 0;
  std::array<double, max_order> history{};
};

/// f, or its slope, at some time ~ sum_{k=0}^{order-1} history[k] f^{n-k}
struct Extrapolation {
  int order = 1;
  std::array<double, max_order> history{};
};

/// Backward differentiation of the given order for variable steps. steps[0] = t^{n+1} - t^n is the
/// step being taken, steps[1] = t^n - t^{n-1}, ...; at least `order` entries.
Bdf bdf(std::span<const double> steps, int order);

/// Extrapolation of the given order (order values, exact for polynomials of degree order - 1) for
/// variable steps.
Extrapolation extrapolation(std::span<const double> steps, int order);

/// The same polynomial at t^{n+1} - age, and its derivative in time there.
Extrapolation polynomial_at(std::span<const double> steps, int order, double age);
Extrapolation slope_at(std::span<const double> steps, int order, double age);

/// Of the difference between u^{n+1} and its extrapolation of third order, what the local error of
/// second order is, from these three steps:
///   |e| = 2 / ((1 / a_1 + 1 / a_2) a_3) |u^{n+1} - sum_k history[k] u^{n-k}|,
///   a_k = t^{n+1} - t^{n+1-k}
double local_error_factor(std::span<const double> steps);

/// The local error of third order, from the sizes of u^{n+1} less its extrapolations of third and
/// second order from these three steps: 9 / 22 dt^4 u'''' for constant ones, with u'''' taken as
/// u'''^2 / u'', which is what it is of a single frequency, and at most that of any flow in the
/// root mean square over time.
double third_order_error(std::span<const double> steps, double third, double second);

/// The largest rate * dt with which d phi/dt = -rate phi decays under the scheme of that order, all
/// of it explicit, with constant steps.
double decay_limit(int order);

}  // namespace lobatto::time
