#include "poly/line_operators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::poly {
namespace {

constexpr auto periodic = EndCondition::periodic;
constexpr auto dirichlet = EndCondition::dirichlet;
constexpr auto neumann = EndCondition::neumann;

std::vector<double> uniform(double lower, double upper, int n) {
  std::vector<double> ticks;
  for (int e = 0; e <= n; ++e) ticks.push_back(lower + (upper - lower) * e / n);
  return ticks;
}

struct Line {
  std::string name;
  std::vector<double> ticks;
  int order;
  LineConditions conditions;
  bool symmetric;
};

std::vector<Line> lines() {
  const std::vector<double> symmetric{-1.0, -0.9, -0.5, 0.0, 0.5, 0.9, 1.0};
  const std::vector<double> centred_element{0.0, 0.1, 0.4, 0.6, 0.9, 1.0};
  const std::vector<double> lopsided{0.0, 0.1, 0.4, 1.3};
  std::vector<Line> all;
  for (const int order : {1, 2, 5, 8}) {
    const std::string p = " p" + std::to_string(order);
    for (const EndCondition c : {periodic, dirichlet, neumann}) {
      const std::string name = p + (c == periodic    ? " periodic"
                                    : c == dirichlet ? " dirichlet"
                                                     : " neumann");
      all.push_back({"symmetric" + name, symmetric, order, {c, c}, true});
      all.push_back({"centred element" + name, centred_element, order, {c, c}, true});
      all.push_back({"lopsided" + name, lopsided, order, {c, c}, false});
      all.push_back({"one element" + name, {2.0, 3.5}, order, {c, c}, true});
      all.push_back({"two elements" + name, {2.0, 3.0, 4.0}, order, {c, c}, true});
    }
    all.push_back({"mixed" + p, symmetric, order, {dirichlet, neumann}, false});
    all.push_back({"mixed the other way" + p, symmetric, order, {neumann, dirichlet}, false});
  }
  return all;
}

int n_modes(const Line& line) {
  const int n_elements = static_cast<int>(line.ticks.size()) - 1;
  if (line.conditions.lower == periodic) return n_elements * line.order;
  return n_elements * line.order + 1 - (line.conditions.lower == dirichlet) -
         (line.conditions.upper == dirichlet);
}

double norm(const Matrix& a) {
  double worst = 0;
  for (const double value : a.values) worst = std::max(worst, std::abs(value));
  return worst;
}

TEST(AssembleLine, StiffnessIsSymmetricAndAnnihilatesConstants) {
  for (const Line& line : lines()) {
    SCOPED_TRACE(line.name);
    const LineOperators ops =
        assemble_line(line.ticks, line.order, line.conditions.lower == periodic);
    double length = 0;
    for (int a = 0; a < ops.stiffness.rows; ++a) {
      double sum = 0;
      for (int b = 0; b < ops.stiffness.cols; ++b) {
        EXPECT_EQ(ops.stiffness(a, b), ops.stiffness(b, a));
        sum += ops.stiffness(a, b);
      }
      EXPECT_NEAR(sum, 0, 1e-14 * norm(ops.stiffness));
      length += ops.mass[a];
    }
    EXPECT_NEAR(length, line.ticks.back() - line.ticks.front(), 1e-14);
  }
}

TEST(AssembleLine, EnergyOfAPolynomialIsExact) {
  // u = x^3: u^T K u = 9/5 (b^5 - a^5) on any line of order at least 3.
  const std::vector<double> ticks{-0.5, 0.1, 0.4, 1.3};
  const int order = 4;
  const LineOperators ops = assemble_line(ticks, order, false);
  const Quadrature gll = gauss_lobatto_legendre(order + 1);
  std::vector<double> u(ops.mass.size());
  for (int e = 0; e < 3; ++e) {
    for (int i = 0; i <= order; ++i) {
      const double x = ticks[e] + (ticks[e + 1] - ticks[e]) * (1 + gll.nodes[i]) / 2;
      u[e * order + i] = x * x * x;
    }
  }
  double energy = 0;
  for (int a = 0; a < ops.stiffness.rows; ++a) {
    for (int b = 0; b < ops.stiffness.cols; ++b) energy += u[a] * ops.stiffness(a, b) * u[b];
  }
  EXPECT_NEAR(energy, 9.0 / 5 * (std::pow(1.3, 5) + std::pow(0.5, 5)), 1e-12);
}

TEST(AssembleLine, IsSymmetricToTheLastBitOnSymmetricTicks) {
  const LineOperators ops =
      assemble_line(std::vector<double>{-1.0, -0.83, -0.37, 0.37, 0.83, 1.0}, 6, false);
  const int n = ops.stiffness.rows;
  for (int a = 0; a < n; ++a) {
    EXPECT_EQ(ops.mass[a], ops.mass[n - 1 - a]);
    for (int b = 0; b < n; ++b)
      EXPECT_NEAR(ops.stiffness(a, b), ops.stiffness(n - 1 - a, n - 1 - b), 1e-13);
  }
}

TEST(AssembleLine, LinearElementsGiveTheKnownMatrix) {
  const LineOperators ops = assemble_line(uniform(0, 1, 4), 1, true);
  EXPECT_DOUBLE_EQ(ops.stiffness(0, 0), 8);
  EXPECT_DOUBLE_EQ(ops.stiffness(0, 1), -4);
  EXPECT_DOUBLE_EQ(ops.stiffness(0, 3), -4);
  EXPECT_EQ(ops.stiffness(0, 2), 0);
  EXPECT_DOUBLE_EQ(ops.mass[2], 0.25);
}

TEST(LineModes, AreOrthonormalInTheMassMatrix) {
  for (const Line& line : lines()) {
    SCOPED_TRACE(line.name);
    const LineModes modes = line_modes(line.ticks, line.order, line.conditions);
    const LineOperators ops =
        assemble_line(line.ticks, line.order, line.conditions.lower == periodic);
    ASSERT_EQ(modes.vectors.cols, n_modes(line));
    ASSERT_EQ(modes.vectors.rows, ops.stiffness.rows);
    for (int m = 0; m < modes.vectors.cols; ++m) {
      for (int l = 0; l <= m; ++l) {
        double product = 0;
        for (int a = 0; a < modes.vectors.rows; ++a)
          product += modes.vectors(a, m) * ops.mass[a] * modes.vectors(a, l);
        EXPECT_NEAR(product, l == m ? 1 : 0, 1e-13) << l << ' ' << m;
      }
    }
  }
}

TEST(LineModes, SolveTheEigenproblemOnFreeNodes) {
  for (const Line& line : lines()) {
    SCOPED_TRACE(line.name);
    const LineModes modes = line_modes(line.ticks, line.order, line.conditions);
    const LineOperators ops =
        assemble_line(line.ticks, line.order, line.conditions.lower == periodic);
    const int n = ops.stiffness.rows;
    const double tolerance =
        1e-13 * std::max(1.0, norm(ops.stiffness)) * std::max(1.0, norm(modes.vectors));
    for (int m = 0; m < modes.vectors.cols; ++m) {
      if (m > 0) {
        EXPECT_LE(modes.eigenvalues[m - 1], modes.eigenvalues[m]);
      }
      for (int a = 0; a < n; ++a) {
        const bool fixed = (a == 0 && line.conditions.lower == dirichlet) ||
                           (a == n - 1 && line.conditions.upper == dirichlet);
        if (fixed) {
          EXPECT_EQ(modes.vectors(a, m), 0);
          continue;
        }
        double residual = -modes.eigenvalues[m] * ops.mass[a] * modes.vectors(a, m);
        for (int b = 0; b < n; ++b) residual += ops.stiffness(a, b) * modes.vectors(b, m);
        EXPECT_NEAR(residual, 0, tolerance) << "node " << a << " mode " << m;
      }
    }
  }
}

TEST(LineModes, AreExactlyEvenOrOddOnSymmetricLines) {
  for (const Line& line : lines()) {
    SCOPED_TRACE(line.name);
    const LineModes modes = line_modes(line.ticks, line.order, line.conditions);
    EXPECT_EQ(modes.symmetric, line.symmetric);
    if (!modes.symmetric) continue;
    const int n = modes.vectors.rows;
    const bool wraps = line.conditions.lower == periodic;
    ASSERT_EQ(modes.odd.size(), static_cast<std::size_t>(modes.vectors.cols));
    for (int m = 0; m < modes.vectors.cols; ++m) {
      const double sign = modes.odd[m] ? -1 : 1;
      for (int a = 0; a < n; ++a) {
        const int mirrored = wraps ? (n - a) % n : n - 1 - a;
        EXPECT_EQ(modes.vectors(mirrored, m), sign * modes.vectors(a, m));
      }
    }
  }
}

TEST(LineModes, StartWithTheConstantWhereNoEndIsFixed) {
  for (const Line& line : lines()) {
    if (line.conditions.lower == dirichlet || line.conditions.upper == dirichlet) continue;
    SCOPED_TRACE(line.name);
    const LineModes modes = line_modes(line.ticks, line.order, line.conditions);
    EXPECT_EQ(modes.eigenvalues[0], 0);
    if (modes.eigenvalues.size() > 1) {
      EXPECT_GT(modes.eigenvalues[1], 1);
    }
    for (int a = 0; a < modes.vectors.rows; ++a) {
      EXPECT_EQ(modes.vectors(a, 0), modes.vectors(0, 0));
    }
    EXPECT_NEAR(modes.vectors(0, 0), 1 / std::sqrt(line.ticks.back() - line.ticks.front()), 1e-14);
  }
}

/// Exact eigenvalue number m (from 0) of -u'' on a line of this length.
double exact_eigenvalue(const LineConditions& conditions, int m, double length) {
  double waves = m;  // half waves on the line
  if (conditions.lower == periodic) waves = 2 * ((m + 1) / 2);
  if (conditions == LineConditions{dirichlet, dirichlet}) waves = m + 1;
  if (conditions.lower != conditions.upper) waves = m + 0.5;
  return std::pow(waves * std::numbers::pi / length, 2);
}

TEST(LineModes, EigenvaluesConvergeSpectrally) {
  const double length = 1.7;
  for (const LineConditions& conditions :
       {LineConditions{periodic, periodic}, LineConditions{dirichlet, dirichlet},
        LineConditions{neumann, neumann}, LineConditions{dirichlet, neumann}}) {
    double previous = 10;
    for (const int order : {2, 4, 6, 8, 12}) {
      const LineModes modes = line_modes(uniform(0.3, 0.3 + length, 3), order, conditions);
      double worst = 0;
      for (int m = 1; m < 5; ++m) {
        const double exact = exact_eigenvalue(conditions, m, length);
        worst = std::max(worst, std::abs(modes.eigenvalues[m] - exact) / exact);
      }
      EXPECT_LT(worst, std::max(0.1 * previous, 1e-13)) << "order " << order;
      previous = worst;
    }
    EXPECT_LT(previous, 1e-12);
  }
}

TEST(LineModes, KeepTheDigitsOfSmoothModesOnStiffLines) {
  // lambda_max / lambda_1 is about 1e11 here: a solver of the assembled matrix keeps six digits of
  // lambda_1.
  std::vector<double> ticks{0.0};
  for (int e = 0; e < 12; ++e) ticks.push_back(ticks.back() + std::pow(2.0, e));
  const double length = ticks.back();
  const LineModes modes = line_modes(ticks, 15, {dirichlet, neumann});
  ASSERT_GT(modes.eigenvalues.back() / modes.eigenvalues.front(), 1e10);
  for (int m = 0; m < 4; ++m) {
    const double exact = exact_eigenvalue({dirichlet, neumann}, m, length);
    EXPECT_NEAR(modes.eigenvalues[m] / exact, 1, 1e-13);
  }
}

TEST(LineModes, RefuseWhatIsNoLine) {
  const std::vector<double> ticks{0.0, 1.0, 2.0};
  EXPECT_THROW(line_modes(ticks, 3, {periodic, neumann}), base::Error);
  EXPECT_THROW(line_modes(std::vector<double>{0.0, 1.0, 1.0}, 3, {}), base::Error);
  EXPECT_THROW(assemble_line(std::vector<double>{0.0}, 3, false), base::Error);
  EXPECT_THROW(assemble_line(ticks, 0, false), base::Error);
}

}  // namespace
}  // namespace lobatto::poly
