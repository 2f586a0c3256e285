#include "stability/harmonic_fit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace lobatto::stability {
namespace {

using Complex = std::complex<double>;

// Of frequencies that have no common period.
TEST(HarmonicFit, IsExactForASumOfItsHarmonics) {
  constexpr double dt = 0.05;
  constexpr long long n_levels = 300;
  const std::array frequencies{0.0, 0.71, 2.0};
  const std::array<Complex, 3> amplitudes{{{0.4, 0}, {1.5, -0.7}, {-0.3, 2}}};
  const HarmonicFit fit(frequencies, dt, n_levels);
  std::array<Complex, 3> found{};
  for (long long n = 1; n <= n_levels; ++n) {
    double u = 0;
    for (std::size_t k = 0; k < 3; ++k)
      u += (amplitudes[k] * std::polar(1.0, frequencies[k] * dt * static_cast<double>(n))).real();
    const auto weights = fit.weights(n);
    for (std::size_t k = 0; k < 3; ++k) found[k] += weights[k] * u;
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(std::abs(found[k] - amplitudes[k]), 0, 1e-12);
}

// Over a common period it is the discrete Fourier transform.
TEST(HarmonicFit, IsAFourierTransformOverAPeriod) {
  constexpr long long n_levels = 64;
  const double dt = 2 * std::acos(-1.0) / n_levels;
  const HarmonicFit fit(std::array{0.0, 1.0, 3.0}, dt, n_levels);
  for (const long long n : {1LL, 17LL, 64LL}) {
    const auto weights = fit.weights(n);
    EXPECT_NEAR(std::abs(weights[0] - 1.0 / n_levels), 0, 1e-14);
    for (std::size_t k = 1; k < 3; ++k) {
      const double frequency = k == 1 ? 1 : 3;
      const Complex expected =
          2.0 / n_levels * std::polar(1.0, -frequency * dt * static_cast<double>(n));
      EXPECT_NEAR(std::abs(weights[k] - expected), 0, 1e-14);
    }
  }
}

}  // namespace
}  // namespace lobatto::stability
