#include "krylov/conjugate_gradients.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace lobatto::krylov {
namespace {

using Vector = std::vector<double>;
using View = std::span<const double>;
using Target = std::span<double>;

double dot(View x, View y) { return std::inner_product(x.begin(), x.end(), y.begin(), 0.0); }
double norm(View x) { return std::sqrt(dot(x, x)); }
void copy(View r, Target z) { std::copy(r.begin(), r.end(), z.begin()); }

double largest_difference(View x, View y) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - y[i]));
  return largest;
}

Vector random_vector(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Vector values(n);
  for (double& value : values) value = std::uniform_real_distribution(-1.0, 1.0)(random);
  return values;
}

template <class Apply>
Vector residual_of(Apply apply, View rhs, View x) {
  Vector residual(rhs.size());
  apply(x, residual);
  for (std::size_t i = 0; i < rhs.size(); ++i) residual[i] = rhs[i] - residual[i];
  return residual;
}

/// A dense matrix M M^T + shift I, row by row.
struct DenseSpd {
  std::size_t n;
  Vector entries;
  DenseSpd(std::size_t size, double shift, unsigned seed) : n(size), entries(size * size) {
    const Vector m = random_vector(n * n, seed);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        entries[i * n + j] = dot({&m[i * n], n}, {&m[j * n], n}) + (i == j ? shift : 0);
      }
    }
  }
  void operator()(View x, Target y) const {
    for (std::size_t i = 0; i < n; ++i) y[i] = dot({&entries[i * n], n}, x);
  }
};

/// -u'' on a line by second differences: the spacing is 1; ends held at zero, or joined to a ring.
struct LineLaplacian {
  bool is_ring;
  void operator()(View x, Target y) const {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double left = i > 0 ? x[i - 1] : (is_ring ? x[n - 1] : 0);
      const double right = i + 1 < n ? x[i + 1] : (is_ring ? x[0] : 0);
      y[i] = 2 * x[i] - left - right;
    }
  }
};

/// The same along three directions of a cube of m^3 values, ends held at zero, plus c u.
struct CubeHelmholtz {
  std::size_t m;
  double c;
  void operator()(View x, Target y) const {
    const std::size_t strides[] = {1, m, m * m};
    for (std::size_t i = 0; i < m * m * m; ++i) {
      y[i] = (6 + c) * x[i];
      for (const std::size_t stride : strides) {
        const std::size_t index = i / stride % m;
        if (index > 0) y[i] -= x[i - stride];
        if (index + 1 < m) y[i] -= x[i + stride];
      }
    }
  }
};

TEST(ConjugateGradients, ExactInAsManyStepsAsUnknowns) {
  for (std::size_t n = 1; n <= 12; ++n) {
    const DenseSpd a(n, 4.0, static_cast<unsigned>(n));
    const Vector solution = random_vector(n, 50);
    Vector rhs(n);
    a(solution, rhs);
    Vector x(n, 0.0);
    ConjugateGradients cg(n);
    const SolveReport report = cg.solve(a, copy, dot, rhs, x, {.relative = 1e-11});
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, static_cast<int>(n));
    EXPECT_LT(largest_difference(x, solution), 1e-9);
  }
}

TEST(ConjugateGradients, NeedsAsManyStepsAsThereAreDistinctEigenvalues) {
  const std::size_t n = 60;
  const auto apply = [](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = (i % 3 == 0 ? 1.0 : (i % 3 == 1 ? 7.0 : 40.0)) * x[i];
  };
  const Vector rhs = random_vector(n, 1);
  Vector x(n, 0.0);
  const SolveReport report =
      ConjugateGradients(n).solve(apply, copy, dot, rhs, x, {.relative = 1e-12});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 3);
}

TEST(ConjugateGradients, LineProblemWithKnownSolution) {
  // -u'' = 2 with u = 0 at both ends is solved by u = x (L - x), exactly so in second differences.
  const std::size_t n = 40;
  const Vector rhs(n, 2.0);
  Vector x(n, 0.0);
  const SolveReport report =
      ConjugateGradients(n).solve(LineLaplacian{false}, copy, dot, rhs, x, {.relative = 1e-13});
  EXPECT_TRUE(report.converged);
  for (std::size_t i = 0; i < n; ++i) {
    const double position = static_cast<double>(i) + 1;
    EXPECT_NEAR(x[i], position * (static_cast<double>(n) + 1 - position), 1e-9);
  }
}

TEST(ConjugateGradients, CubeEigenvectorTakesOneStep) {
  const std::size_t m = 9;
  const CubeHelmholtz a{m, 0.3};
  const double angle = std::numbers::pi / static_cast<double>(m + 1);
  Vector rhs(m * m * m);
  for (std::size_t i = 0; i < rhs.size(); ++i) {
    rhs[i] = std::sin(angle * static_cast<double>(i % m + 1)) *
             std::sin(2 * angle * static_cast<double>(i / m % m + 1)) *
             std::sin(3 * angle * static_cast<double>(i / m / m + 1));
  }
  const double eigenvalue = 6.3 - 2 * (std::cos(angle) + std::cos(2 * angle) + std::cos(3 * angle));
  Vector x(rhs.size(), 0.0);
  const SolveReport report =
      ConjugateGradients(rhs.size()).solve(a, copy, dot, rhs, x, {.relative = 1e-12});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 1);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], rhs[i] / eigenvalue, 1e-12);
}

TEST(ConjugateGradients, ErrorInTheEnergyNormFallsAtLeastAsChebyshevSays) {
  // |e_k|_A <= 2 q^k |e_0|_A, q = (sqrt(kappa) - 1) / (sqrt(kappa) + 1)
  const std::size_t m = 8;
  const CubeHelmholtz a{m, 0.1};
  const double lowest = 6.1 - 6 * std::cos(std::numbers::pi / static_cast<double>(m + 1));
  const double highest = 6.1 + 6 * std::cos(std::numbers::pi / static_cast<double>(m + 1));
  const double root = std::sqrt(highest / lowest);
  const double q = (root - 1) / (root + 1);
  const Vector solution = random_vector(m * m * m, 3);
  Vector rhs(solution.size());
  a(solution, rhs);
  const double initial_error = std::sqrt(dot(solution, rhs));
  ConjugateGradients cg(rhs.size());
  double last_error = initial_error;
  for (int k = 1; k <= 15; ++k) {
    Vector x(rhs.size(), 0.0);
    const SolveReport report =
        cg.solve(a, copy, dot, rhs, x, {.relative = 1e-14, .max_iterations = k});
    EXPECT_EQ(report.iterations, k);
    Vector error = solution;
    for (std::size_t i = 0; i < x.size(); ++i) error[i] -= x[i];
    Vector image(x.size());
    a(error, image);
    const double energy_error = std::sqrt(dot(error, image));
    EXPECT_LE(energy_error, 2 * std::pow(q, k) * initial_error);
    EXPECT_LT(energy_error, last_error);
    last_error = energy_error;
  }
}

TEST(ConjugateGradients, TolerancesAreHonouredByTheTrueResidual) {
  const CubeHelmholtz a{10, 0.01};
  const Vector rhs = random_vector(1000, 4);
  ConjugateGradients cg(rhs.size());
  int last_iterations = 0;
  for (const double tolerance : {1e-2, 1e-5, 1e-8, 1e-11}) {
    Vector x(rhs.size(), 0.0);
    const SolveReport report = cg.solve(a, copy, dot, rhs, x, {.relative = tolerance});
    const double true_residual = norm(residual_of(a, rhs, x));
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.residual, tolerance * norm(rhs));
    EXPECT_NEAR(report.residual, true_residual, 1e-3 * true_residual);
    EXPECT_DOUBLE_EQ(report.initial_residual, norm(rhs));
    EXPECT_GT(report.iterations, last_iterations);
    last_iterations = report.iterations;

    Vector y(rhs.size(), 0.0);
    const double absolute = tolerance * norm(rhs);
    EXPECT_EQ(cg.solve(a, copy, dot, rhs, y, {.absolute = absolute}).iterations, report.iterations);
  }
}

TEST(ConjugateGradients, StartsFromTheGuess) {
  const CubeHelmholtz a{6, 0.2};
  const Vector solution = random_vector(216, 5);
  Vector rhs(216);
  a(solution, rhs);
  ConjugateGradients cg(216);
  Vector x = solution;
  const SolveReport exact = cg.solve(a, copy, dot, rhs, x, {.relative = 1e-12});
  EXPECT_EQ(exact.iterations, 0);
  EXPECT_TRUE(exact.converged);
  EXPECT_EQ(x, solution);

  for (double& value : x) value *= 1.001;
  const double initial = norm(residual_of(a, rhs, x));
  const SolveReport near = cg.solve(a, copy, dot, rhs, x, {.relative = 1e-10});
  EXPECT_NEAR(near.initial_residual, initial, 1e-12);
  Vector from_zero(216, 0.0);
  EXPECT_LT(near.iterations,
            cg.solve(a, copy, dot, rhs, from_zero, {.relative = 1e-10}).iterations);
  EXPECT_LT(largest_difference(x, solution), 1e-8);
}

TEST(ConjugateGradients, SingularConsistentSystemKeepsTheMeanOfTheGuess) {
  const std::size_t n = 51;
  Vector rhs = random_vector(n, 6);
  const double mean = std::accumulate(rhs.begin(), rhs.end(), 0.0) / static_cast<double>(n);
  for (double& value : rhs) value -= mean;
  Vector x(n, 4.0);
  const LineLaplacian a{true};
  const SolveReport report = ConjugateGradients(n).solve(a, copy, dot, rhs, x, {.relative = 1e-11});
  EXPECT_TRUE(report.converged);
  EXPECT_LT(norm(residual_of(a, rhs, x)), 1e-10 * norm(rhs));
  EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n), 4.0, 1e-10);
}

TEST(ConjugateGradients, JacobiEqualsSymmetricDiagonalScaling) {
  const std::size_t n = 30;
  const DenseSpd a(n, 2.0, 7);
  const auto scale = [&](std::size_t i) { return 1 / std::sqrt(a.entries[i * n + i]); };
  const auto jacobi = [&](View r, Target z) {
    for (std::size_t i = 0; i < n; ++i) z[i] = r[i] * scale(i) * scale(i);
  };
  // D^{-1/2} A D^{-1/2} y = D^{-1/2} b, x = D^{-1/2} y
  const auto scaled_a = [&](View x, Target y) {
    Vector scaled(x.begin(), x.end());
    for (std::size_t i = 0; i < n; ++i) scaled[i] *= scale(i);
    a(scaled, y);
    for (std::size_t i = 0; i < n; ++i) y[i] *= scale(i);
  };
  const Vector rhs = random_vector(n, 8);
  Vector scaled_rhs = rhs;
  for (std::size_t i = 0; i < n; ++i) scaled_rhs[i] *= scale(i);
  ConjugateGradients cg(n);
  for (int steps = 1; steps <= 8; ++steps) {
    const Tolerance exactly{.relative = 1e-15, .max_iterations = steps};
    Vector x(n, 0.0);
    Vector y(n, 0.0);
    cg.solve(a, jacobi, dot, rhs, x, exactly);
    cg.solve(scaled_a, copy, dot, scaled_rhs, y, exactly);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(x[i], y[i] * scale(i), 1e-12);
  }
}

TEST(ConjugateGradients, TheInverseAsPreconditionerTakesOneStep) {
  const auto diagonal = [](std::size_t i) { return 1.0 + static_cast<double>(i * i); };
  const auto apply = [&](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = diagonal(i) * x[i];
  };
  const auto invert = [&](View r, Target z) {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = r[i] / diagonal(i);
  };
  const Vector rhs = random_vector(100, 9);
  Vector x(100, 0.0);
  const SolveReport report =
      ConjugateGradients(100).solve(apply, invert, dot, rhs, x, {.relative = 1e-12});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 1);
}

TEST(ConjugateGradients, WorksInAWeightedInnerProduct) {
  // W^{-1} A is self-adjoint in <x, y> = x^T W y.
  const std::size_t n = 25;
  const DenseSpd a(n, 3.0, 10);
  const auto weight = [](std::size_t i) { return 1.0 + static_cast<double>(i % 4); };
  const auto weighted_dot = [&](View x, View y) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += weight(i) * x[i] * y[i];
    return sum;
  };
  const auto apply = [&](View x, Target y) {
    a(x, y);
    for (std::size_t i = 0; i < n; ++i) y[i] /= weight(i);
  };
  const Vector solution = random_vector(n, 11);
  Vector rhs(n);
  apply(solution, rhs);
  Vector x(n, 0.0);
  const SolveReport report =
      ConjugateGradients(n).solve(apply, copy, weighted_dot, rhs, x, {.relative = 1e-12});
  EXPECT_TRUE(report.converged);
  EXPECT_NEAR(report.initial_residual, std::sqrt(weighted_dot(rhs, rhs)), 1e-12);
  EXPECT_LT(largest_difference(x, solution), 1e-9);
}

TEST(ConjugateGradients, ZeroRightHandSideGivesZero) {
  Vector x = random_vector(20, 12);
  const SolveReport report = ConjugateGradients(20).solve(LineLaplacian{false}, copy, dot,
                                                          Vector(20, 0.0), x, {.relative = 1e-8});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual, 0);
  EXPECT_EQ(x, Vector(20, 0.0));
}

TEST(ConjugateGradients, NonConvergenceIsReported) {
  const CubeHelmholtz a{8, 0.0};
  const Vector rhs = random_vector(512, 13);
  Vector x(512, 0.0);
  const SolveReport report =
      ConjugateGradients(512).solve(a, copy, dot, rhs, x, {.relative = 1e-12, .max_iterations = 5});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 5);
  EXPECT_NEAR(report.residual, norm(residual_of(a, rhs, x)), 1e-10);
}

TEST(ConjugateGradients, WhatIsNotANumberEndsTheSolveAtOnce) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  int n_calls = 0;
  const auto spoilt = [&](View x, Target y) {
    LineLaplacian{false}(x, y);
    if (++n_calls >= 3) y[4] = nan;
  };
  const Vector rhs = random_vector(20, 14);
  Vector x(20, 0.0);
  ConjugateGradients cg(20);
  EXPECT_FALSE(cg.solve(spoilt, copy, dot, rhs, x, {.relative = 1e-12}).converged);
  EXPECT_EQ(n_calls, 3);

  Vector spoilt_rhs = rhs;
  spoilt_rhs[0] = nan;
  const SolveReport report = cg.solve(LineLaplacian{false}, copy, dot, spoilt_rhs, x,
                                      {.relative = 1e-12, .absolute = 1e300});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 0);
}

TEST(ConjugateGradients, IndefiniteMatrixAndPreconditionerAreNotConverged) {
  const auto indefinite = [](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = (i == 0 ? -5.0 : 1.0) * x[i];
  };
  const auto negative = [](View r, Target z) {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = -r[i];
  };
  const Vector rhs(4, 1.0);
  Vector x(4, 0.0);
  ConjugateGradients cg(4);
  EXPECT_FALSE(cg.solve(indefinite, copy, dot, rhs, x, {.relative = 1e-12}).converged);
  EXPECT_FALSE(
      cg.solve(LineLaplacian{false}, negative, dot, rhs, x, {.relative = 1e-12}).converged);
}

TEST(ConjugateGradients, InconsistentSingularSystemIsNotConverged) {
  const Vector rhs(12, 1.0);  // the constant is the null space of the ring
  Vector x(12, 0.0);
  const SolveReport report =
      ConjugateGradients(12).solve(LineLaplacian{true}, copy, dot, rhs, x, {.relative = 1e-8});
  EXPECT_FALSE(report.converged);
}

TEST(ConjugateGradients, RefusesVectorsOfAnotherLength) {
  ConjugateGradients cg(5);
  Vector five(5, 1.0);
  Vector six(6, 1.0);
  EXPECT_THROW(cg.solve(LineLaplacian{false}, copy, dot, six, five, {}), base::Error);
  EXPECT_THROW(cg.solve(LineLaplacian{false}, copy, dot, five, six, {}), base::Error);
}

}  // namespace
}  // namespace lobatto::krylov
