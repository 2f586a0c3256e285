#include "kernels/general_operators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "curved_element.hpp"
#include "kernels/reference/general_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::CurvedElement;
using test::dot;
using test::random_values;
using test::relative_difference;

class GeneralOperatorsTest : public testing::TestWithParam<int> {
 protected:
  std::array<double*, 3> results() { return {a.data(), b.data(), c.data()}; }

  CurvedElement element{GetParam(), test::curved_map};
  GeneralOperators tuned{element.rule()};
  reference::GeneralOperators twin{element.rule()};
  std::size_t size = element.size;
  std::vector<double> p = random_values(size, 1);
  std::vector<double> f = random_values(size, 2), g = random_values(size, 3),
                      h = random_values(size, 4);
  std::vector<double> a = std::vector<double>(size, 7.0), b = a, c = a, out = a;
};

TEST_P(GeneralOperatorsTest, GradientEqualsReference) {
  tuned.gradient(element.metric, p, results());
  std::vector<double> x(size), y(size), z(size);
  twin.gradient(element.metric, p, {x.data(), y.data(), z.data()});
  EXPECT_LT(relative_difference(a, x), 1e-13);
  EXPECT_LT(relative_difference(b, y), 1e-13);
  EXPECT_LT(relative_difference(c, z), 1e-13);
}

TEST_P(GeneralOperatorsTest, WeakDivergenceEqualsReference) {
  tuned.weak_divergence(element.metric, element.mass, {f.data(), g.data(), h.data()}, out);
  std::vector<double> expected(size);
  twin.weak_divergence(element.metric, element.mass, {f.data(), g.data(), h.data()}, expected);
  EXPECT_LT(relative_difference(out, expected), 1e-13);
}

TEST_P(GeneralOperatorsTest, GradientOfALinearFunctionIsExactOnACurvedElement) {
  const auto linear =
      element.evaluate([](double x, double y, double z) { return 2.0 * x - 3.0 * y + 0.5 * z; });
  tuned.gradient(element.metric, linear, results());
  EXPECT_LT(relative_difference(a, std::vector<double>(size, 2.0)), 1e-12);
  EXPECT_LT(relative_difference(b, std::vector<double>(size, -3.0)), 1e-12);
  EXPECT_LT(relative_difference(c, std::vector<double>(size, 0.5)), 1e-11);
}

TEST_P(GeneralOperatorsTest, GradientOfAPolynomialIsExactOnAnAffineElement) {
  const int order = element.n - 1;
  const CurvedElement affine(element.n, test::affine_map);
  const auto power = [&](double x, double y, double z) {
    return std::pow(0.4 * x - 0.3 * y + 0.2 * z, order);
  };
  const auto slope = [&](double x, double y, double z) {
    return order * std::pow(0.4 * x - 0.3 * y + 0.2 * z, order - 1);
  };
  tuned.gradient(affine.metric, affine.evaluate(power), results());
  auto expected = affine.evaluate(slope);
  for (double& value : expected) value *= -0.3;
  EXPECT_LT(relative_difference(b, expected), 1e-11);
}

TEST_P(GeneralOperatorsTest, WeakDivergenceIsTheAdjointOfTheGradient) {
  tuned.gradient(element.metric, p, results());
  tuned.weak_divergence(element.metric, element.mass, {f.data(), g.data(), h.data()}, out);
  double inner = 0.0, scale = 0.0;
  for (std::size_t q = 0; q < size; ++q) {
    const double term = element.mass[q] * (a[q] * f[q] + b[q] * g[q] + c[q] * h[q]);
    inner += term;
    scale += std::abs(term);
  }
  EXPECT_NEAR(dot(p, out), inner, 1e-12 * scale);
}

INSTANTIATE_TEST_SUITE_P(Orders, GeneralOperatorsTest, testing::Range(2, 17));

}  // namespace
}  // namespace lobatto::kernels
