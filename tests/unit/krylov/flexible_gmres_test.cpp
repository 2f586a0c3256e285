#include "krylov/flexible_gmres.hpp"

#include <gtest/gtest.h>
#include <lapacke.h>

#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

double dot(View x, View y) { return std::inner_product(x.begin(), x.end(), y.begin(), 0.0); }
double length(View x) { return std::sqrt(dot(x, x)); }

/// Random entries plus a multiple of the unit matrix, row by row: far from symmetric.
struct DenseMatrix {
  std::size_t n;
  Vector entries;
  DenseMatrix(std::size_t size, double shift, unsigned seed)
      : n(size), entries(random_vector(size * size, seed)) {
    for (std::size_t i = 0; i < n; ++i) entries[i * n + i] += shift;
  }
  void operator()(View x, Target y) const {
    for (std::size_t i = 0; i < n; ++i) y[i] = dot({&entries[i * n], n}, x);
  }
  [[nodiscard]] Vector solve(View rhs) const {
    Vector matrix = entries, x(rhs.begin(), rhs.end());
    std::vector<lapack_int> pivots(n);
    EXPECT_EQ(LAPACKE_dgesv(LAPACK_ROW_MAJOR, static_cast<lapack_int>(n), 1, matrix.data(),
                            static_cast<lapack_int>(n), pivots.data(), x.data(), 1),
              0);
    return x;
  }
  [[nodiscard]] double residual(View rhs, View x) const {
    Vector image(n);
    (*this)(x, image);
    for (std::size_t i = 0; i < n; ++i) image[i] -= rhs[i];
    return length(image);
  }
};

/// Second differences on a ring, n values.
void ring_laplacian(View x, Target y) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) y[i] = 2 * x[i] - x[(i + n - 1) % n] - x[(i + 1) % n];
}

/// Some sweeps of damped Jacobi iteration for a matrix, from zero.
void sweep(const DenseMatrix& a, int n_sweeps, View r, Target z) {
  Vector image(a.n);
  std::fill(z.begin(), z.end(), 0.0);
  for (int s = 0; s < n_sweeps; ++s) {
    a(z, image);
    for (std::size_t i = 0; i < a.n; ++i) z[i] += 0.8 * (r[i] - image[i]) / a.entries[i * a.n + i];
  }
}

TEST(FlexibleGmres, ExactInAsManyStepsAsUnknownsAgainstLapack) {
  for (std::size_t n = 1; n <= 30; ++n) {
    const DenseMatrix a(n, 2.0, static_cast<unsigned>(n));
    const Vector rhs = random_vector(n, 100), ones(n, 1.0);
    Vector x = random_vector(n, 101);
    FlexibleGmres gmres(n, static_cast<int>(n));
    const SolveReport report = gmres.solve(a, copy, {ones, keep}, rhs, x, {.relative = 1e-11});
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.iterations, static_cast<int>(n));
    EXPECT_LT(largest_difference(x, a.solve(rhs)), 1e-7);
    EXPECT_LT(a.residual(rhs, x), 1e-10 * length(rhs));
  }
}

TEST(FlexibleGmres, TheResidualFallsAndIsTheTrueOne) {
  const std::size_t n = 60;
  const DenseMatrix a(n, 5.0, 1);
  const Vector rhs = random_vector(n, 2), ones(n, 1.0);
  FlexibleGmres gmres(n, 40);
  double last = length(rhs);
  for (int k = 1; k <= 40; ++k) {
    Vector x(n, 0.0);
    const SolveReport report =
        gmres.solve(a, copy, {ones, keep}, rhs, x, {.relative = 1e-14, .max_iterations = k});
    EXPECT_EQ(report.iterations, k);
    EXPECT_NEAR(report.residual, a.residual(rhs, x), 1e-10 * length(rhs));
    EXPECT_LE(report.residual, last);
    last = report.residual;
  }
}

TEST(FlexibleGmres, TheResidualIsTheSmallestOfTheKrylovSpace) {
  // min over x in span{b, A b, A^2 b} of |b - A x|: the residual is orthogonal to A b, A^2 b, A^3
  // b.
  const std::size_t n = 20;
  const DenseMatrix a(n, 4.0, 3);
  const Vector rhs = random_vector(n, 4), ones(n, 1.0);
  Vector x(n, 0.0), residual(n), power = rhs, next(n);
  FlexibleGmres(n, 10).solve(a, copy, {ones, keep}, rhs, x, {.relative = 0, .max_iterations = 3});
  a(x, residual);
  for (std::size_t i = 0; i < n; ++i) residual[i] = rhs[i] - residual[i];
  for (int k = 1; k <= 3; ++k) {
    a(power, next);
    power.swap(next);
    EXPECT_NEAR(dot(residual, power) / length(power), 0, 1e-13);
  }
}

TEST(FlexibleGmres, Restarts) {
  const std::size_t n = 80;
  const DenseMatrix a(n, 10.0, 5);
  const Vector rhs = random_vector(n, 6), ones(n, 1.0);
  int last_iterations = 1000;
  for (const int restart : {5, 12, 80}) {
    Vector x(n, 0.0);
    const SolveReport report =
        FlexibleGmres(n, restart).solve(a, copy, {ones, keep}, rhs, x, {.relative = 1e-9});
    EXPECT_TRUE(report.converged);
    EXPECT_LT(a.residual(rhs, x), 1.01e-9 * length(rhs));
    EXPECT_LE(report.iterations, last_iterations);
    last_iterations = report.iterations;
  }
  EXPECT_LT(last_iterations, 40);
}

TEST(FlexibleGmres, ConvergesThoughThePreconditionerChanges) {
  const std::size_t n = 50;
  const DenseMatrix a(n, 12.0, 7);
  const Vector rhs = random_vector(n, 8), ones(n, 1.0);
  int call = 0;
  const auto varying = [&](View r, Target z) { sweep(a, 1 + call++ % 4, r, z); };
  Vector x(n, 0.0), y(n, 0.0);
  const WeightedInner inner{ones, keep};
  FlexibleGmres gmres(n, 30);
  const SolveReport report = gmres.solve(a, varying, inner, rhs, x, {.relative = 1e-11});
  EXPECT_TRUE(report.converged);
  EXPECT_LT(a.residual(rhs, x), 1.01e-11 * length(rhs));
  EXPECT_LT(report.iterations, gmres.solve(a, copy, inner, rhs, y, {.relative = 1e-11}).iterations);
}

TEST(FlexibleGmres, OneCollectiveAnIterationAlsoWithAGoodPreconditioner) {
  // Each w falls to a fifth or less by the projection; for some iterations the basis need not
  // be done over for that.
  const std::size_t n = 64;
  const DenseMatrix a(n, 40.0, 9);
  const Vector rhs = random_vector(n, 10), ones(n, 1.0);
  int n_collectives = 0;
  const auto count = [&](Target) { ++n_collectives; };
  const auto jacobi = [&](View r, Target z) { sweep(a, 1, r, z); };
  Vector x(n, 0.0);
  const SolveReport report =
      FlexibleGmres(n, 30).solve(a, jacobi, {ones, count}, rhs, x, {.relative = 1e-4});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(n_collectives, report.iterations + 2);
}

TEST(FlexibleGmres, StaysOrthogonalOnAnIllConditionedProblem) {
  // Eigenvalues over eight decades: without second projections the residual carried along would
  // part from the true one.
  const std::size_t n = 24;
  const auto apply = [](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double scale = std::pow(10.0, -8.0 * static_cast<double>(i) / 23.0);
      y[i] = scale * (x[i] + (i > 0 ? 0.3 * x[i - 1] : 0));
    }
  };
  const Vector rhs = random_vector(n, 11), ones(n, 1.0);
  Vector x(n, 0.0), image(n);
  const SolveReport report =
      FlexibleGmres(n, 24).solve(apply, copy, {ones, keep}, rhs, x, {.relative = 1e-10});
  apply(x, image);
  for (std::size_t i = 0; i < n; ++i) image[i] -= rhs[i];
  EXPECT_NEAR(report.residual, length(image), 2e-9 * length(rhs));
  EXPECT_TRUE(report.converged);
}

TEST(FlexibleGmres, TheResidualStaysTheTrueOneWhenEveryNewDirectionIsShort) {
  // Near the unit matrix each w falls to about a fifth by the projection: what one basis vector
  // lacks in length or angle grows by the square of that in the next.
  const std::size_t n = 400;
  DenseMatrix a(n, 0.0, 5);
  for (double& entry : a.entries) entry *= 0.2 * std::sqrt(3.0 / n);
  for (std::size_t i = 0; i < n; ++i) a.entries[i * n + i] += 1;
  const Vector rhs = random_vector(n, 6), ones(n, 1.0);
  FlexibleGmres gmres(n, 30);
  for (int k = 6; k <= 18; ++k) {
    Vector x(n, 0.0);
    const double carried =
        gmres.solve(a, copy, {ones, keep}, rhs, x, {.relative = 0, .max_iterations = k}).residual;
    EXPECT_NEAR(carried / a.residual(rhs, x), 1, 1e-3) << k;
  }
}

TEST(FlexibleGmres, EndsEarlyWhenTheSpaceIsExhausted) {
  // Three distinct eigenvalues: the space is exhausted after three steps, with the exact solution.
  const std::size_t n = 60;
  const auto apply = [](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = (i % 3 == 0 ? 1.0 : (i % 3 == 1 ? -7.0 : 40.0)) * x[i];
  };
  const Vector rhs = random_vector(n, 12), ones(n, 1.0);
  Vector x(n, 0.0);
  const SolveReport report =
      FlexibleGmres(n, 30).solve(apply, copy, {ones, keep}, rhs, x, {.relative = 1e-14});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 3);
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_NEAR(x[i], rhs[i] / (i % 3 == 0 ? 1.0 : (i % 3 == 1 ? -7.0 : 40.0)), 1e-13);
}

TEST(FlexibleGmres, ASpaceExhaustedByRoundOffIsNotTakenForASolution) {
  // The inverse has entries far beyond 1 / round-off, so that no directions are left at some step
  // though there is no solution in them.
  const std::size_t n = 24;
  const auto apply = [](View x, Target y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      y[i] = std::pow(10.0, -10.0 * static_cast<double>(i) / 23.0) * x[i];
      if (i > 0) y[i] += 1e-3 * x[i - 1];
    }
  };
  const Vector rhs = random_vector(n, 11), ones(n, 1.0);
  Vector x(n, 0.0), image(n);
  const SolveReport report =
      FlexibleGmres(n, 24).solve(apply, copy, {ones, keep}, rhs, x, {.relative = 1e-10});
  apply(x, image);
  for (std::size_t i = 0; i < n; ++i) image[i] -= rhs[i];
  EXPECT_EQ(report.converged, length(image) <= 1e-10 * length(rhs));
  EXPECT_NEAR(report.residual, length(image), 1e-6 * length(image));
}

TEST(FlexibleGmres, SingularConsistentSystem) {
  const std::size_t n = 51;
  Vector rhs = random_vector(n, 13);
  const double mean = std::accumulate(rhs.begin(), rhs.end(), 0.0) / static_cast<double>(n);
  for (double& value : rhs) value -= mean;
  const Vector ones(n, 1.0);
  Vector x(n, 4.0), image(n);
  const SolveReport report =
      FlexibleGmres(n, 50).solve(ring_laplacian, copy, {ones, keep}, rhs, x, {.relative = 1e-10});
  EXPECT_TRUE(report.converged);
  ring_laplacian(x, image);
  EXPECT_LT(largest_difference(image, rhs), 1e-9);
  EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n), 4.0, 1e-10);
}

TEST(FlexibleGmres, WhatCannotConvergeIsReported) {
  const Vector ones(12, 1.0);
  const WeightedInner inner{ones, keep};
  FlexibleGmres gmres(12, 6);
  Vector x(12, 0.0);
  // Inconsistent: the constant is the null space of the ring.
  EXPECT_FALSE(gmres.solve(ring_laplacian, copy, inner, ones, x, {.relative = 1e-8}).converged);
  // A cyclic shift: no progress before as many steps as unknowns, hence none between restarts.
  const auto shift = [](View u, Target v) {
    for (std::size_t i = 0; i < u.size(); ++i) v[i] = u[(i + 1) % u.size()];
  };
  Vector first(12, 0.0);
  first[0] = 1;
  std::fill(x.begin(), x.end(), 0.0);
  SolveReport report = gmres.solve(shift, copy, inner, first, x, {.relative = 1e-8});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 6);
  report = FlexibleGmres(12, 12).solve(shift, copy, inner, first, x, {.relative = 1e-8});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 12);
}

TEST(FlexibleGmres, MaxIterationsCountOverRestarts) {
  const std::size_t n = 60;
  const DenseMatrix a(n, 8.0, 14);
  const Vector rhs = random_vector(n, 15), ones(n, 1.0);
  Vector x(n, 0.0);
  const SolveReport report = FlexibleGmres(n, 4).solve(a, copy, {ones, keep}, rhs, x,
                                                       {.relative = 1e-12, .max_iterations = 10});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 10);
  EXPECT_NEAR(report.residual, a.residual(rhs, x), 1e-12 * length(rhs));
}

TEST(FlexibleGmres, StartsFromTheGuessAndTakesZeroForZero) {
  const std::size_t n = 20;
  const DenseMatrix a(n, 8.0, 16);
  const Vector solution = random_vector(n, 17), ones(n, 1.0);
  Vector rhs(n), x = solution;
  a(solution, rhs);
  const WeightedInner inner{ones, keep};
  FlexibleGmres gmres(n, 10);
  SolveReport report = gmres.solve(a, copy, inner, rhs, x, {.relative = 1e-12});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x, solution);
  for (double& value : x) value *= 1.5;
  report = gmres.solve(a, copy, inner, rhs, x, {.absolute = 1e-9});
  EXPECT_NEAR(report.initial_residual, 0.5 * length(rhs), 1e-12);
  EXPECT_LE(report.residual, 1e-9);
  report = gmres.solve(a, copy, inner, Vector(n, 0.0), x, {.relative = 1e-9});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x, Vector(n, 0.0));
}

TEST(FlexibleGmres, WhatIsNotANumberEndsTheSolveAtOnce) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::size_t n = 20;
  const DenseMatrix a(n, 2.0, 18);
  int n_calls = 0;
  const auto spoilt = [&](View x, Target y) {
    a(x, y);
    if (++n_calls >= 4) y[4] = nan;
  };
  Vector rhs = random_vector(n, 19);
  const Vector ones(n, 1.0);
  Vector x(n, 0.0);
  FlexibleGmres gmres(n, 10);
  SolveReport report = gmres.solve(spoilt, copy, {ones, keep}, rhs, x, {.relative = 1e-12});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(n_calls, 4);
  EXPECT_NEAR(report.residual, a.residual(rhs, x), 1e-12);  // x of the iterations before
  rhs[0] = nan;
  report = gmres.solve(a, copy, {ones, keep}, rhs, x, {.relative = 1e-12, .absolute = 1e300});
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 0);
}

TEST(FlexibleGmres, UnassembledFieldsOnAnyNumberOfRanks) {
  const comm::Communicator world = comm::Communicator::world();
  const SharedRing ring(world, 5, 8);
  const DenseMatrix a(ring.n_nodes(), 9.0, 20);
  const Vector rhs = random_vector(ring.n_nodes(), 21);
  const auto apply = [&](View x, Target y) {
    const Vector nodes = ring.gather(x);
    Vector image(nodes.size());
    a(nodes, image);
    copy(ring.scatter(image), y);
  };
  const auto sum = [&](Target values) { world.sum(values); };
  Vector x(ring.n_local(), 0.0), serial(ring.n_nodes(), 0.0);
  const Vector ones(ring.n_nodes(), 1.0);
  const SolveReport report =
      FlexibleGmres(ring.n_local(), 15)
          .solve(apply, copy, {ring.weight(), sum}, ring.scatter(rhs), x, {.relative = 1e-11});
  const SolveReport expected = FlexibleGmres(ring.n_nodes(), 15)
                                   .solve(a, copy, {ones, keep}, rhs, serial, {.relative = 1e-11});
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, expected.iterations);
  EXPECT_LT(largest_difference(ring.gather(x), a.solve(rhs)), 1e-9);
}

TEST(FlexibleGmres, RefusesOtherLengthsAndNoRestart) {
  const Vector five(5, 1.0), six(6, 1.0);
  Vector x(5), y(6);
  FlexibleGmres gmres(5, 3);
  EXPECT_THROW(gmres.solve(ring_laplacian, copy, {five, keep}, six, x, {}), base::Error);
  EXPECT_THROW(gmres.solve(ring_laplacian, copy, {five, keep}, five, y, {}), base::Error);
  EXPECT_THROW(gmres.solve(ring_laplacian, copy, {six, keep}, five, x, {}), base::Error);
  EXPECT_THROW(FlexibleGmres(5, 0), base::Error);
}

}  // namespace
}  // namespace lobatto::krylov
