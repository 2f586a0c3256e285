#include "poly/lagrange.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "poly/quadrature.hpp"

namespace lobatto::poly {
namespace {

/// T_k(x) and its derivative, well scaled polynomials of degree k.
double chebyshev(int k, double x) { return std::cos(k * std::acos(x)); }
double chebyshev_slope(int k, double x) {
  if (std::abs(x) == 1) return std::pow(x, k + 1) * k * k;
  return k * std::sin(k * std::acos(x)) / std::sqrt(1 - x * x);
}

std::vector<double> times(const Matrix& a, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(a.rows), 0.0);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.cols; ++j) y[i] += a(i, j) * x[j];
  }
  return y;
}

template <class Function>
std::vector<double> sample(const std::vector<double>& points, const Function& f) {
  std::vector<double> values;
  for (const double x : points) values.push_back(f(x));
  return values;
}

double max_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst;
}

TEST(Interpolation, ReproducesPolynomialsOfDegreeNMinusOne) {
  for (const int n : {1, 2, 3, 5, 8, 16, 32, 48}) {
    SCOPED_TRACE(n);
    const auto nodes = gauss_legendre(n).nodes;
    const auto points = gauss_legendre((3 * n + 1) / 2 + 1).nodes;
    const Matrix a = interpolation_matrix(nodes, points);
    for (int k = 0; k < n; ++k) {
      const auto f = [k](double x) { return chebyshev(k, x); };
      EXPECT_LT(max_difference(times(a, sample(nodes, f)), sample(points, f)), 2e-15 * (10 + n))
          << "degree " << k;
    }
  }
}

TEST(Interpolation, IsTheIdentityAtTheNodes) {
  const auto nodes = gauss_lobatto_legendre(9).nodes;
  const Matrix a = interpolation_matrix(nodes, nodes);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) EXPECT_EQ(a(i, j), i == j ? 1.0 : 0.0);
  }
}

TEST(Interpolation, WorksBetweenUnevenPoints) {
  const std::vector<double> nodes{-0.9, -0.1, 0.3, 1.4};
  const std::vector<double> points{-2.0, 0.0, 0.7};
  const auto cubic = [](double x) { return 1 + x * (2 + x * (3 - 4 * x)); };
  EXPECT_LT(max_difference(times(interpolation_matrix(nodes, points), sample(nodes, cubic)),
                           sample(points, cubic)),
            1e-13);
}

TEST(Derivative, DifferentiatesPolynomialsOfDegreeNMinusOne) {
  for (const int n : {2, 3, 4, 8, 9, 16, 32, 64}) {
    SCOPED_TRACE(n);
    const auto nodes = gauss_lobatto_legendre(n).nodes;
    const Matrix d = derivative_matrix(nodes);
    for (int k = 0; k < n; ++k) {
      const auto slope = [k](double x) { return chebyshev_slope(k, x); };
      const auto error = max_difference(
          times(d, sample(nodes, [k](double x) { return chebyshev(k, x); })), sample(nodes, slope));
      EXPECT_LT(error, 1e-15 * n * n * n) << "degree " << k;
    }
  }
}

TEST(DerivativeAtPoints, DifferentiatesPolynomialsOfDegreeNMinusOne) {
  for (const int n : {2, 3, 8, 16, 32}) {
    SCOPED_TRACE(n);
    const auto nodes = gauss_lobatto_legendre(n).nodes;
    const auto points = gauss_legendre(n + 5).nodes;
    const Matrix d = derivative_at_points(nodes, points);
    for (int k = 0; k < n; ++k) {
      const auto slope = [k](double x) { return chebyshev_slope(k, x); };
      const auto error =
          max_difference(times(d, sample(nodes, [k](double x) { return chebyshev(k, x); })),
                         sample(points, slope));
      EXPECT_LT(error, 1e-15 * n * n * n) << "degree " << k;
    }
  }
}

TEST(DerivativeAtPoints, EqualsTheDerivativeMatrixAtTheNodes) {
  const auto nodes = gauss_lobatto_legendre(12).nodes;
  EXPECT_LT(
      max_difference(derivative_at_points(nodes, nodes).values, derivative_matrix(nodes).values),
      1e-13);
}

TEST(Derivative, OfAConstantVanishesToTheLastBit) {
  for (const int n : {2, 5, 8, 15, 32, 64}) {
    SCOPED_TRACE(n);
    const Matrix d = derivative_matrix(gauss_lobatto_legendre(n).nodes);
    for (int i = 0; i < n; ++i) {
      long double others = 0;
      for (int j = 0; j < n; ++j) others += i == j ? 0 : d(i, j);
      EXPECT_DOUBLE_EQ(d(i, i), -static_cast<double>(others));
    }
  }
}

TEST(Lagrange, MatricesOfSymmetricNodesHaveTheirSymmetryToTheLastBit) {
  for (const int n : {2, 3, 8, 15, 16, 33}) {
    SCOPED_TRACE(n);
    const auto nodes = gauss_lobatto_legendre(n).nodes;
    const auto points = gauss_legendre((3 * n + 1) / 2).nodes;
    const Matrix interpolation = interpolation_matrix(nodes, points);
    const Matrix derivative = derivative_matrix(nodes);
    const Matrix slope = derivative_at_points(nodes, points);
    const int m = static_cast<int>(points.size());
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) EXPECT_EQ(derivative(i, j), -derivative(n - 1 - i, n - 1 - j));
      for (int r = 0; r < m; ++r)
        EXPECT_EQ(interpolation(r, j), interpolation(m - 1 - r, n - 1 - j));
      for (int r = 0; r < m; ++r) EXPECT_EQ(slope(r, j), -slope(m - 1 - r, n - 1 - j));
    }
  }
}

TEST(LagrangeBasis, IsTheInterpolationMatrixRowByRow) {
  const auto nodes = gauss_lobatto_legendre(12).nodes;
  const std::vector<double> points{-1.0, -0.999, -0.3, nodes[4], 0.77, 1.0};
  const Matrix expected = interpolation_matrix(nodes, points);
  const LagrangeBasis basis(nodes);
  std::vector<double> values(basis.size());
  for (int r = 0; r < expected.rows; ++r) {
    basis.values(points[r], values);
    for (int i = 0; i < expected.cols; ++i) EXPECT_NEAR(values[i], expected(r, i), 1e-14);
  }
}

TEST(Derivative, SummationByPartsHoldsWithTheLobattoRule) {
  // W D + (W D)^T = diag(-1, 0, ..., 0, 1)
  const Quadrature gll = gauss_lobatto_legendre(10);
  const Matrix d = derivative_matrix(gll.nodes);
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j) {
      const double expected = i != j ? 0 : (i == 0 ? -1 : (i == 9 ? 1 : 0));
      EXPECT_NEAR(gll.weights[i] * d(i, j) + gll.weights[j] * d(j, i), expected, 1e-14);
    }
  }
}

}  // namespace
}  // namespace lobatto::poly
