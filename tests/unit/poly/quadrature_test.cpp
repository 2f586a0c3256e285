#include "poly/quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.hpp"

namespace lobatto::poly {
namespace {

constexpr int max_n = 64;

/// P_k(x)
double legendre(int k, double x) {
  double previous = 0;
  double value = 1;
  for (int i = 1; i <= k; ++i) {
    const double next = ((2 * i - 1) * x * value - (i - 1) * previous) / i;
    previous = value;
    value = next;
  }
  return value;
}

/// Largest error of the rule over the Legendre polynomials of degree up to `degree` (integral 2 for
/// degree 0, else 0).
double worst_error(const Quadrature& rule, int degree) {
  double worst = 0;
  for (int k = 0; k <= degree; ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < rule.nodes.size(); ++i)
      sum += rule.weights[i] * legendre(k, rule.nodes[i]);
    worst = std::max(worst, std::abs(sum - (k == 0 ? 2 : 0)));
  }
  return worst;
}

void expect_symmetric_and_ascending(const Quadrature& rule) {
  const std::size_t n = rule.nodes.size();
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_EQ(rule.nodes[i], -rule.nodes[n - 1 - i]);
    EXPECT_EQ(rule.weights[i], rule.weights[n - 1 - i]);
    EXPECT_GT(rule.weights[i], 0);
    if (i > 0) {
      EXPECT_GT(rule.nodes[i], rule.nodes[i - 1]);
    }
  }
}

TEST(GaussLobatto, IsExactForDegreeTwoNMinusThreeAndNoMore) {
  for (int n = 2; n <= max_n; ++n) {
    SCOPED_TRACE(n);
    const Quadrature rule = gauss_lobatto_legendre(n);
    ASSERT_EQ(rule.nodes.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(rule.nodes.front(), -1.0);
    EXPECT_EQ(rule.nodes.back(), 1.0);
    expect_symmetric_and_ascending(rule);
    EXPECT_LT(worst_error(rule, 2 * n - 3), 1e-14);
    EXPECT_GT(worst_error(rule, 2 * n - 2), 1e-2);
  }
}

TEST(Gauss, IsExactForDegreeTwoNMinusOneAndNoMore) {
  for (int n = 1; n <= max_n; ++n) {
    SCOPED_TRACE(n);
    const Quadrature rule = gauss_legendre(n);
    ASSERT_EQ(rule.nodes.size(), static_cast<std::size_t>(n));
    expect_symmetric_and_ascending(rule);
    EXPECT_LT(worst_error(rule, 2 * n - 1), 1e-14);
    EXPECT_GT(worst_error(rule, 2 * n), 1e-2);
  }
}

TEST(GaussLobatto, HasTheKnownRules) {
  const Quadrature four = gauss_lobatto_legendre(4);
  EXPECT_DOUBLE_EQ(four.nodes[2], std::sqrt(1.0 / 5));
  EXPECT_DOUBLE_EQ(four.weights[0], 1.0 / 6);
  EXPECT_DOUBLE_EQ(four.weights[1], 5.0 / 6);
  const Quadrature five = gauss_lobatto_legendre(5);
  EXPECT_EQ(five.nodes[2], 0.0);
  EXPECT_DOUBLE_EQ(five.nodes[3], std::sqrt(3.0 / 7));
  EXPECT_DOUBLE_EQ(five.weights[2], 32.0 / 45);
}

TEST(Gauss, HasTheKnownRules) {
  EXPECT_EQ(gauss_legendre(1).nodes[0], 0.0);
  EXPECT_DOUBLE_EQ(gauss_legendre(1).weights[0], 2.0);
  EXPECT_DOUBLE_EQ(gauss_legendre(2).nodes[1], std::sqrt(1.0 / 3));
  EXPECT_DOUBLE_EQ(gauss_legendre(3).nodes[2], std::sqrt(3.0 / 5));
  EXPECT_DOUBLE_EQ(gauss_legendre(3).weights[1], 8.0 / 9);
}

TEST(Quadrature, RefusesTooFewNodes) {
  EXPECT_THROW(gauss_lobatto_legendre(1), base::Error);
  EXPECT_THROW(gauss_legendre(0), base::Error);
}

}  // namespace
}  // namespace lobatto::poly
