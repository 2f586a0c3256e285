#include "kernels/operators/box_operators.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"
#include "reference_box_operators.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::dot;
using test::random_values;
using test::relative_difference;

constexpr Lengths lengths = {0.7, 1.9, 0.4};
constexpr double jacobian = 0.7 * 1.9 * 0.4 / 8.0;

/// An element of order n - 1 with random fields, the tuned operators and their twins.
struct Element {
  explicit Element(int n_nodes)
      : n(n_nodes),
        size(static_cast<std::size_t>(n) * n * n),
        quadrature(poly::gauss_lobatto_legendre(n)),
        derivative(poly::derivative_matrix(quadrature.nodes)),
        tuned(n, derivative.values, quadrature.weights),
        twin(n, derivative.values, quadrature.weights) {
    for (unsigned c = 0; c < 4; ++c) fields.push_back(random_values(size, 10 + c));
  }

  template <class Function>
  std::vector<double> evaluate(Function&& f) const {
    std::vector<double> values;
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) {
          values.push_back(f(lengths[0] * (quadrature.nodes[i] + 1) / 2,
                             lengths[1] * (quadrature.nodes[j] + 1) / 2,
                             lengths[2] * (quadrature.nodes[k] + 1) / 2));
        }
      }
    }
    return values;
  }
  [[nodiscard]] std::array<const double*, 3> vector_field() const {
    return {fields[0].data(), fields[1].data(), fields[2].data()};
  }

  int n;
  std::size_t size;
  poly::Quadrature quadrature;
  poly::Matrix derivative;
  BoxOperators tuned;
  reference::BoxOperators twin;
  std::vector<std::vector<double>> fields;
};

class BoxOperatorsTest : public testing::TestWithParam<int> {
 protected:
  Element element{GetParam()};
  std::vector<double> out = std::vector<double>(element.size, 3.0);
  std::vector<double> expected = std::vector<double>(element.size, 4.0);
};

TEST_P(BoxOperatorsTest, GradientEqualsReference) {
  std::vector<double> a(element.size), b(element.size), c(element.size), ra(a), rb(b), rc(c);
  element.tuned.gradient(lengths, element.fields[3], {a.data(), b.data(), c.data()});
  element.twin.gradient(lengths, element.fields[3], {ra.data(), rb.data(), rc.data()});
  EXPECT_LT(relative_difference(a, ra), 1e-13);
  EXPECT_LT(relative_difference(b, rb), 1e-13);
  EXPECT_LT(relative_difference(c, rc), 1e-13);
}

TEST_P(BoxOperatorsTest, WeakDivergenceEqualsReference) {
  element.tuned.weak_divergence(lengths, element.vector_field(), out);
  element.twin.weak_divergence(lengths, element.vector_field(), expected);
  EXPECT_LT(relative_difference(out, expected), 1e-13);
}

TEST_P(BoxOperatorsTest, MomentumRhsEqualsReferenceAlsoInPlace) {
  for (int d = 0; d < 3; ++d) {
    element.twin.momentum_rhs(lengths, d, element.fields[0], element.fields[3], expected);
    element.tuned.momentum_rhs(lengths, d, element.fields[0], element.fields[3], out);
    EXPECT_LT(relative_difference(out, expected), 1e-13) << d;
    out = element.fields[0];
    element.tuned.momentum_rhs(lengths, d, out, element.fields[3], out);
    EXPECT_LT(relative_difference(out, expected), 1e-13) << d;
  }
}

TEST_P(BoxOperatorsTest, DiagnosticsEqualReferenceAndAccumulate) {
  const auto spacing = random_values(static_cast<std::size_t>(element.n), 5);
  std::vector<double> distance;
  for (double value : spacing) distance.push_back(1.5 + value);
  FlowDiagnostics sums{1.0, 2.0, 3.0, 0.0}, twins = sums;
  for (int repeat = 0; repeat < 2; ++repeat) {
    element.tuned.accumulate_diagnostics(lengths, element.vector_field(), distance, sums);
    element.twin.accumulate_diagnostics(lengths, element.vector_field(), distance, twins);
  }
  EXPECT_NEAR(sums.kinetic_energy / twins.kinetic_energy, 1.0, 1e-13);
  EXPECT_NEAR(sums.enstrophy / twins.enstrophy, 1.0, 1e-13);
  EXPECT_NEAR(sums.divergence_squared / twins.divergence_squared, 1.0, 1e-13);
  EXPECT_NEAR(sums.max_courant_rate / twins.max_courant_rate, 1.0, 1e-13);
}

TEST_P(BoxOperatorsTest, GradientIsExactOnPolynomials) {
  const int p = element.n - 1;
  const auto u = element.evaluate(
      [&](double x, double y, double z) { return std::pow(x, p) + 2.0 * x * y * z; });
  const auto slope = element.evaluate(
      [&](double x, double y, double z) { return p * std::pow(x, p - 1) + 2.0 * y * z; });
  std::vector<double> b(element.size), c(element.size);
  element.tuned.gradient(lengths, u, {out.data(), b.data(), c.data()});
  EXPECT_LT(relative_difference(out, slope), 1e-11);
  EXPECT_LT(relative_difference(
                c, element.evaluate([](double x, double y, double) { return 2.0 * x * y; })),
            1e-11);
}

TEST_P(BoxOperatorsTest, WeakDivergenceIsTheAdjointOfTheGradient) {
  std::vector<double> a(element.size), b(element.size), c(element.size);
  element.tuned.gradient(lengths, element.fields[3], {a.data(), b.data(), c.data()});
  element.tuned.weak_divergence(lengths, element.vector_field(), out);
  double inner = 0.0, scale = 0.0;
  std::size_t q = 0;
  for (double wz : element.quadrature.weights) {
    for (double wy : element.quadrature.weights) {
      for (double wx : element.quadrature.weights) {
        const double term = jacobian * wx * wy * wz *
                            (a[q] * element.fields[0][q] + b[q] * element.fields[1][q] +
                             c[q] * element.fields[2][q]);
        inner += term;
        scale += std::fabs(term);
        ++q;
      }
    }
  }
  EXPECT_NEAR(dot(element.fields[3], out), inner, 1e-12 * scale);
}

TEST_P(BoxOperatorsTest, DiagnosticsOfSolidRotation) {
  // u = (-y, x, 0) + (z, 0, 0): curl = (0, 1, 2), div = 0.
  const auto u = element.evaluate([](double, double y, double z) { return z - y; });
  const auto v = element.evaluate([](double x, double, double) { return x; });
  const std::vector<double> w(element.size, 0.0), spacing(static_cast<std::size_t>(element.n), 0.5);
  FlowDiagnostics sums;
  element.tuned.accumulate_diagnostics(lengths, {u.data(), v.data(), w.data()}, spacing, sums);
  const double volume = 8.0 * jacobian;
  EXPECT_NEAR(sums.enstrophy, 2.5 * volume, 1e-11 * volume);
  EXPECT_NEAR(sums.divergence_squared, 0.0, 1e-20);
  // Largest at x = hx, y = hy, z = 0: |u| = hy, |v| = hx.
  EXPECT_NEAR(sums.max_courant_rate, 1.9 / (0.25 * 0.7) + 0.7 / (0.25 * 1.9), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Orders, BoxOperatorsTest, testing::Values(2, 3, 4, 5, 8, 9, 12, 16));

}  // namespace
}  // namespace lobatto::kernels
