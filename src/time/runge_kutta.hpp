#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace lobatto::time {

/// The classical Runge-Kutta method of order 4, for du/ds = r(s, u): rates at these parts of a
/// step, of the value at its begin plus this part of a step times the rate before; the step adds
/// their mean with these weights. Stable on the imaginary axis up to 2 sqrt(2) / step.
struct RungeKutta {
  static constexpr int n_stages = 4;
  static constexpr std::array<double, n_stages> places{0, 0.5, 0.5, 1};
  static constexpr std::array<double, n_stages> weights{1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
};

/// How many such steps take advection by spectral elements over an interval of this CFL number, a
/// velocity that is not finite in one. An eigenvalue is at most 1.52 times the CFL number, on
/// elements of order 3 (1.50 at order 2, 1.19 at order 15): 1.8 a step is a little below the limit.
inline int advection_steps(double cfl) {
  constexpr double limit = 1.8, most = 1000;
  const double wanted = std::ceil(cfl / limit);
  return wanted > 1 ? static_cast<int>(std::min(wanted, most)) : 1;
}

}  // namespace lobatto::time
