#include "poly/modal_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"
#include "poly/lagrange.hpp"

namespace lobatto::poly {
namespace {

TEST(SpectralViscosityKernel, RisesFromNothingToAllOfIt) {
  const auto kernel = spectral_viscosity_kernel(9, 4);  // N = 8, from mode 5 on
  for (int k = 0; k <= 4; ++k) EXPECT_EQ(kernel[k], 0);
  EXPECT_DOUBLE_EQ(kernel[5], std::exp(-9.0));
  EXPECT_DOUBLE_EQ(kernel[6], std::exp(-1.0));
  EXPECT_DOUBLE_EQ(kernel[7], std::exp(-1.0 / 9));
  EXPECT_EQ(kernel[8], 1);
  for (const int n_modes : {0, 8})
    EXPECT_THROW((void)spectral_viscosity_kernel(9, n_modes), base::Error);
}

/// v^T W line v is the sum over the modes of phi' of Q_k times the square of their part.
TEST(SpectralViscosityLine, WeighsTheModesOfTheDerivative) {
  constexpr int n = 8, n_modes = 4;
  const auto gll = gauss_lobatto_legendre(n);
  const auto derivative = derivative_matrix(gll.nodes);
  const auto line = spectral_viscosity_line(gll, spectral_viscosity_root(gll, derivative, n_modes));
  const auto kernel = spectral_viscosity_kernel(n, n_modes);
  for (unsigned k = 1; k + 1 < n; ++k) {
    Matrix phi(n, 1);  // phi' = L_k
    for (int i = 0; i < n; ++i)
      phi(i, 0) =
          (std::legendre(k + 1, gll.nodes[i]) - std::legendre(k - 1, gll.nodes[i])) / (2 * k + 1);
    const auto taken = multiply(line, phi);
    double form = 0;
    for (int i = 0; i < n; ++i) form += gll.weights[i] * phi(i, 0) * taken(i, 0);
    EXPECT_NEAR(form, kernel[k] * 2 / (2 * k + 1), 1e-13) << k;
  }
}

/// The trace is the sum of the eigenvalues, none of which is negative.
TEST(FastestDecay, IsTheLargestEigenvalue) {
  for (const int n : {4, 8, 13})
    for (int n_modes = 1; n_modes <= n - 2; ++n_modes) {
      const auto gll = gauss_lobatto_legendre(n);
      const auto root = spectral_viscosity_root(gll, derivative_matrix(gll.nodes), n_modes);
      auto power = spectral_viscosity_line(gll, root);
      const double rate = fastest_decay(gll, root);
      for (double& value : power.values) value /= rate;
      double trace = 0;
      for (int squarings = 0; squarings < 12; ++squarings) power = multiply(power, power);
      for (int i = 0; i < n; ++i) trace += power(i, i);
      EXPECT_GT(trace, 0.9);  // of the largest alone, to the power of 4096: 1
      EXPECT_LT(trace, 2.1);  // or of two that are next to equal
    }
}

}  // namespace
}  // namespace lobatto::poly
