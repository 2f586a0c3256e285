#include "kernels/operators/general_operators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "curved_element.hpp"
#include "kernels/operators/box_operators.hpp"
#include "reference_general_operators.hpp"
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
  [[nodiscard]] std::array<const double*, 3> velocity() const {
    return {f.data(), g.data(), h.data()};
  }
  /// Of one component alone, on any element.
  void momentum_rhs(const CurvedElement& on, int component, const double* force, double* result) {
    std::array<const double*, 3> forces{};
    std::array<double*, 3> wanted{};
    forces[component] = force;
    wanted[component] = result;
    tuned.momentum_rhs(on.metric, on.mass, forces, p, wanted);
  }
  /// Positive, different at every node.
  [[nodiscard]] std::vector<double> spacing() const {
    std::vector<double> distance = random_values(static_cast<std::size_t>(n), 5);
    for (double& value : distance) value += 1.5;
    return distance;
  }
  static void expect_same(const FlowDiagnostics& sums, const FlowDiagnostics& expected,
                          double tolerance) {
    EXPECT_NEAR(sums.kinetic_energy / expected.kinetic_energy, 1.0, tolerance);
    EXPECT_NEAR(sums.enstrophy / expected.enstrophy, 1.0, tolerance);
    EXPECT_NEAR(sums.divergence_squared / expected.divergence_squared, 1.0, tolerance);
    EXPECT_NEAR(sums.max_courant_rate / expected.max_courant_rate, 1.0, tolerance);
  }

  int n = GetParam();
  CurvedElement element{n, test::curved_map};
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
  const int order = n - 1;
  const CurvedElement affine(n, test::affine_map);
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

TEST_P(GeneralOperatorsTest, MomentumRhsIsTheMassTimesForceLessGradientAlsoInPlace) {
  std::vector<double> x(size), y(size), z(size), expected(size);
  twin.gradient(element.metric, p, {x.data(), y.data(), z.data()});
  for (int component = 0; component < 3; ++component) {
    const auto& slope = component == 0 ? x : component == 1 ? y : z;
    for (std::size_t q = 0; q < size; ++q) expected[q] = element.mass[q] * (f[q] - slope[q]);
    momentum_rhs(element, component, f.data(), out.data());
    EXPECT_LT(relative_difference(out, expected), 1e-13) << component;
    out = f;
    momentum_rhs(element, component, out.data(), out.data());
    EXPECT_LT(relative_difference(out, expected), 1e-13) << component;
  }
  // All components at once give the bits of each alone.
  std::array<std::vector<double>, 3> all;
  for (auto& of_component : all) of_component.resize(size);
  tuned.momentum_rhs(element.metric, element.mass, velocity(), p,
                     {all[0].data(), all[1].data(), all[2].data()});
  for (int component = 0; component < 3; ++component) {
    momentum_rhs(element, component, velocity()[component], out.data());
    EXPECT_EQ(all[component], out) << component;
  }
}

TEST_P(GeneralOperatorsTest, DiagnosticsAreTheirSumsAndAccumulate) {
  const auto distance = spacing();
  std::array<std::array<std::vector<double>, 3>, 3> slopes;  // [component][b]: du / dx_b
  for (int component = 0; component < 3; ++component) {
    auto& [x, y, z] = slopes[component];
    for (auto* field : {&x, &y, &z}) field->resize(size);
    twin.gradient(element.metric, {velocity()[component], size}, {x.data(), y.data(), z.data()});
  }
  FlowDiagnostics expected{1.0, 2.0, 3.0, 0.0}, sums = expected;
  for (std::size_t q = 0; q < size; ++q) {
    const auto node = static_cast<int>(q);
    const auto du = [&](int component, int by) { return slopes[component][by][q]; };
    const double x = du(2, 1) - du(1, 2), y = du(0, 2) - du(2, 0), z = du(1, 0) - du(0, 1);
    const double divergence = du(0, 0) + du(1, 1) + du(2, 2);
    const double square = f[q] * f[q] + g[q] * g[q] + h[q] * h[q];
    expected.kinetic_energy += element.mass[q] * square;
    expected.enstrophy += element.mass[q] * (x * x + y * y + z * z);
    expected.divergence_squared += 2.0 * element.mass[q] * divergence * divergence;
    double rate = 0.0;
    const std::array<int, 3> index{node % n, node / n % n, node / (n * n)};
    for (int direction = 0; direction < 3; ++direction) {
      double speed = 0.0;
      for (int by = 0; by < 3; ++by)
        speed += element.metric[(9 * (q / n) + 3 * direction + by) * n + q % n] * velocity()[by][q];
      rate += std::abs(speed) / distance[index[direction]];
    }
    expected.max_courant_rate = std::max(expected.max_courant_rate, rate);
  }
  for (int repeat = 0; repeat < 2; ++repeat)
    tuned.accumulate_diagnostics(element.metric, element.mass, velocity(), distance, sums);
  expect_same(sums, expected, 1e-13);
}

TEST_P(GeneralOperatorsTest, EqualTheBoxOperatorsOnAnAxisAlignedElement) {
  const Lengths lengths = {0.7, 1.9, 0.4};
  const CurvedElement box(n, [&](const test::Point& r) {
    return test::Point{lengths[0] / 2 * r[0], lengths[1] / 2 * r[1], lengths[2] / 2 * r[2]};
  });
  BoxOperators twins(n, box.derivative.values, box.quadrature.weights);
  std::vector<double> expected(size);
  for (int component = 0; component < 3; ++component) {
    twins.momentum_rhs(lengths, component, f, p, expected);
    momentum_rhs(box, component, f.data(), out.data());
    EXPECT_LT(relative_difference(out, expected), 1e-12) << component;
  }
  FlowDiagnostics of_box, sums;
  twins.accumulate_diagnostics(lengths, velocity(), spacing(), of_box);
  tuned.accumulate_diagnostics(box.metric, box.mass, velocity(), spacing(), sums);
  expect_same(sums, of_box, 1e-12);
}

TEST_P(GeneralOperatorsTest, DiagnosticsOfSolidRotationOnACurvedElement) {
  // u = (z - y, x, 0): curl = (0, 1, 2), div = 0.
  const auto u = element.evaluate([](double, double y, double z) { return z - y; });
  const auto v = element.evaluate([](double x, double, double) { return x; });
  const std::vector<double> w(size, 0.0);
  double volume = 0.0;
  for (const double value : element.mass) volume += value;
  FlowDiagnostics sums;
  tuned.accumulate_diagnostics(element.metric, element.mass, {u.data(), v.data(), w.data()},
                               spacing(), sums);
  EXPECT_NEAR(sums.enstrophy / (2.5 * volume), 1.0, 1e-11);
  EXPECT_NEAR(sums.divergence_squared, 0.0, 1e-20);
}

INSTANTIATE_TEST_SUITE_P(Orders, GeneralOperatorsTest, testing::Range(2, 17));

}  // namespace
}  // namespace lobatto::kernels
