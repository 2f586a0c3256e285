#include "krylov/solution_projection.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "support/memory_state.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

/// Second differences on a line of n values, ends held at zero, plus c u.
struct LineHelmholtz {
  double c = 0.01;
  void operator()(View x, Target y) const {
    const std::size_t n = x.size();
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = (2 + c) * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < n ? x[i + 1] : 0);
    }
  }
};

double two_norm(View x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

class SolutionProjectionTest : public ::testing::Test {
 protected:
  /// Guess for the right-hand side of this solution, then takes up the solution: |rhs - A guess|
  /// against |rhs|.
  double advance(SolutionProjection& projection, View solution) const {
    Vector rhs(n), x(n), delta(n);
    a(solution, rhs);
    projection.guess(a, inner, rhs, x);
    for (std::size_t i = 0; i < n; ++i) delta[i] = solution[i] - x[i];
    a(delta, x);
    projection.add(a, inner, delta);
    return two_norm(x) / two_norm(rhs);
  }
  /// The same without taking up.
  double guess_residual(SolutionProjection& projection, View solution) const {
    Vector rhs(n), x(n), image(n);
    a(solution, rhs);
    projection.guess(a, inner, rhs, x);
    a(x, image);
    for (std::size_t i = 0; i < n; ++i) image[i] -= rhs[i];
    return two_norm(image) / two_norm(rhs);
  }
  /// Takes up a solution without a guess before.
  void add(SolutionProjection& projection, View solution) const {
    projection.add(a, inner, solution);
  }
  /// Waves that travel and pulsate: smooth in space and time.
  [[nodiscard]] Vector smooth_solution(double time) const {
    Vector values(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      const double s = static_cast<double>(i + 1) / static_cast<double>(n + 1);
      for (int k = 1; k <= 8; ++k) {
        values[i] += std::pow(k, -2.0) * std::sin(std::numbers::pi * k * s) *
                     (1.5 + std::sin((0.7 + 0.4 * k) * time + k));
      }
    }
    return values;
  }

  std::size_t n = 200;
  LineHelmholtz a;
  Vector ones = Vector(n, 1.0);
  WeightedInner inner{ones, keep};
};

TEST_F(SolutionProjectionTest, GoesOnFromASavedStateToTheBit) {
  const auto self = comm::Communicator::self();
  std::vector<std::int64_t> keys(n);
  std::iota(keys.begin(), keys.end(), 0);
  const base::RowSet rows{"nodes", keys, 1};
  for (const int n_before : {0, 2, 5, 9}) {
    SolutionProjection straight(n, 5), loaded(n, 5), smaller(n, 1);
    for (int k = 0; k < n_before; ++k) advance(straight, smooth_solution(0.1 * k));
    advance(loaded, smooth_solution(3.0));  // forgotten
    test::MemoryState state;
    test::StateKeeper keeper(state, self);
    straight.visit_state(keeper, "window", rows);
    test::StateGiver giver(state);
    loaded.visit_state(giver, "window", rows);
    smaller.visit_state(giver, "window", rows);
    EXPECT_EQ(loaded.n_vectors(), straight.n_vectors());
    EXPECT_EQ(smaller.n_vectors(), 0);  // it has no room for them
    for (int k = n_before; k < n_before + 8; ++k)
      EXPECT_EQ(advance(loaded, smooth_solution(0.1 * k)),
                advance(straight, smooth_solution(0.1 * k)))
          << n_before << " " << k;
  }
}

TEST_F(SolutionProjectionTest, AnEmptySpaceGuessesZero) {
  SolutionProjection projection(n, 3);
  Vector x(n, std::numeric_limits<double>::quiet_NaN());
  projection.guess(a, inner, ones, x);
  EXPECT_EQ(x, Vector(n, 0.0));
}

TEST_F(SolutionProjectionTest, RecoversWhatLiesInTheSpanToSinglePrecision) {
  SolutionProjection projection(n, 6);
  Vector mixed(n, 0.0);
  for (unsigned k = 0; k < 6; ++k) {
    const Vector solution = random_vector(n, k);
    add(projection, solution);
    EXPECT_EQ(projection.n_vectors(), static_cast<int>(k) + 1);
    for (std::size_t i = 0; i < n; ++i) mixed[i] += (1.0 - 0.3 * k) * solution[i];
  }
  EXPECT_LT(guess_residual(projection, mixed), 1e-6);
  EXPECT_GT(guess_residual(projection, random_vector(n, 50)), 0.5);
}

TEST_F(SolutionProjectionTest, TheErrorIsOrthogonalToTheSpan) {
  // The best approximation in the A two_norm: <u, A (x - guess)> = 0 for all solutions u taken up.
  SolutionProjection projection(n, 4);
  std::vector<Vector> solutions;
  for (unsigned k = 0; k < 4; ++k) {
    solutions.push_back(random_vector(n, k));
    add(projection, solutions.back());
  }
  const Vector x = random_vector(n, 9);
  Vector rhs(n), guess(n), image(n);
  a(x, rhs);
  projection.guess(a, inner, rhs, guess);
  a(guess, image);
  for (std::size_t i = 0; i < n; ++i) image[i] -= rhs[i];
  for (const Vector& u : solutions)
    EXPECT_LT(std::abs(inner(u, image)), 1e-5 * two_norm(rhs) * two_norm(u));
}

TEST_F(SolutionProjectionTest, TheOldestSolutionLeavesAFullWindowAndTheOthersStay) {
  SolutionProjection projection(n, 5);
  std::vector<Vector> solutions;
  for (unsigned k = 0; k < 12; ++k) {
    // Nearly parallel ones, as from a slow flow: the first holds most of all later ones.
    Vector solution = random_vector(n, 100);
    const Vector change = random_vector(n, k);
    for (std::size_t i = 0; i < n; ++i) solution[i] += 0.05 * change[i];
    advance(projection, solution);
    solutions.push_back(solution);
  }
  EXPECT_EQ(projection.n_vectors(), 5);
  for (std::size_t k = 7; k < 12; ++k) {
    EXPECT_LT(guess_residual(projection, solutions[k]), 2e-6) << k;
  }
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_GT(guess_residual(projection, solutions[k]), 1e-2) << k;
  }
}

TEST_F(SolutionProjectionTest, AWindowOfOneHoldsTheLastSolution) {
  SolutionProjection projection(n, 1);
  for (unsigned k = 0; k < 4; ++k) {
    const Vector solution = random_vector(n, k);
    advance(projection, solution);
    EXPECT_EQ(projection.n_vectors(), 1);
    EXPECT_LT(guess_residual(projection, solution), 1e-6);
  }
}

TEST_F(SolutionProjectionTest, SmoothSequencesGainThreeOrdersAndKeepThem) {
  for (const int max_vectors : {8, 10}) {
    SolutionProjection projection(n, max_vectors);
    double worst = 0;
    for (int step = 0; step < 400; ++step) {
      const double residual = advance(projection, smooth_solution(0.05 * step));
      if (step > 12) worst = std::max(worst, residual);
    }
    EXPECT_LT(worst, 1e-3);
  }
}

TEST_F(SolutionProjectionTest, MoreVectorsGuessBetter) {
  double last = 1;
  for (const int max_vectors : {1, 2, 3, 4}) {
    SolutionProjection projection(n, max_vectors);
    double residual = 0;
    for (int step = 0; step < 40; ++step) {
      residual = advance(projection, smooth_solution(0.05 * step));
    }
    EXPECT_LT(residual, 0.5 * last);
    last = residual;
  }
}

TEST_F(SolutionProjectionTest, TakesUpNothingThatAddsNothing) {
  SolutionProjection projection(n, 4);
  const Vector first = random_vector(n, 1), second = random_vector(n, 2);
  add(projection, first);
  add(projection, second);
  Vector mixed(n);
  for (std::size_t i = 0; i < n; ++i) mixed[i] = first[i] - 2 * second[i];
  add(projection, mixed);
  add(projection, Vector(n, 0.0));
  Vector spoilt = random_vector(n, 3);
  spoilt[7] = std::numeric_limits<double>::quiet_NaN();
  add(projection, spoilt);
  EXPECT_EQ(projection.n_vectors(), 2);
  EXPECT_LT(guess_residual(projection, mixed), 1e-6);
  const auto negative = [&](View x, Target y) {
    a(x, y);
    for (double& value : y) value = -value;
  };
  projection.add(negative, inner, random_vector(n, 4));
  EXPECT_EQ(projection.n_vectors(), 2);
}

TEST_F(SolutionProjectionTest, ForgetsAllWhenCleared) {
  SolutionProjection projection(n, 2);
  const Vector first = random_vector(n, 1), second = random_vector(n, 2);
  for (const Vector& solution : {first, second}) advance(projection, solution);
  projection.clear();
  EXPECT_EQ(projection.n_vectors(), 0);
  EXPECT_DOUBLE_EQ(guess_residual(projection, first), 1);
  a.c = 3.0;
  advance(projection, second);
  EXPECT_EQ(projection.n_vectors(), 1);
  EXPECT_LT(guess_residual(projection, second), 1e-6);
}

TEST_F(SolutionProjectionTest, ImprovesAnotherGuessByWhatSuchGuessesLacked) {
  // Steps that are extrapolated linearly: the second differences are what is projected.
  constexpr double dt = 0.05;
  SolutionProjection projection(n, 4);
  double extrapolated = 0, improved = 0;
  for (int step = 2; step < 40; ++step) {
    const Vector solution = smooth_solution(dt * step), last = smooth_solution(dt * (step - 1)),
                 before = smooth_solution(dt * (step - 2));
    Vector x(n), residual(n), lacking(n), delta(n);
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = 2 * last[i] - before[i];
      lacking[i] = solution[i] - x[i];
    }
    a(lacking, residual);
    extrapolated = std::sqrt(inner(lacking, residual));
    projection.improve(inner, residual, x);
    for (std::size_t i = 0; i < n; ++i) delta[i] = solution[i] - x[i];
    a(delta, residual);
    improved = std::sqrt(inner(delta, residual));
    if (step == 2) {
      EXPECT_EQ(improved, extrapolated);
    }
    projection.add(a, inner, delta);
  }
  EXPECT_EQ(projection.n_vectors(), 4);
  EXPECT_LT(improved, 0.03 * extrapolated);
}

TEST_F(SolutionProjectionTest, ImprovingFromZeroIsGuessing) {
  SolutionProjection projection(n, 5);
  for (unsigned k = 0; k < 5; ++k) add(projection, random_vector(n, k));
  const Vector rhs = random_vector(n, 20);
  Vector guess(n), x(n, 0.0), difference(n);
  projection.improve(inner, rhs, x);
  projection.guess(a, inner, rhs, guess);
  for (std::size_t i = 0; i < n; ++i) difference[i] = x[i] - guess[i];
  EXPECT_LT(two_norm(difference), 1e-5 * two_norm(guess));
  EXPECT_GT(two_norm(guess), 0);
}

TEST_F(SolutionProjectionTest, UnassembledFieldsOnAnyNumberOfRanks) {
  const comm::Communicator world = comm::Communicator::world();
  const SharedRing ring(world, 6, 40);
  const auto apply = [&](View x, Target y) {
    const Vector nodes = ring.gather(x);
    Vector image(nodes.size());
    a(nodes, image);
    copy(ring.scatter(image), y);
  };
  int n_collectives = 0;
  const auto sum = [&](Target values) {
    world.sum(values);
    ++n_collectives;
  };
  const WeightedInner weighted{ring.weight(), sum};
  SolutionProjection projection(ring.n_local(), 3);
  Vector x(ring.n_local()), rhs(ring.n_local());
  for (unsigned k = 0; k < 7; ++k) {
    const Vector solution = ring.scatter(random_vector(ring.n_nodes(), k));
    apply(solution, rhs);
    n_collectives = 0;
    projection.guess(apply, weighted, rhs, x);
    EXPECT_EQ(n_collectives, k == 0 ? 0 : 2);
    Vector delta(x.size());
    for (std::size_t q = 0; q < x.size(); ++q) delta[q] = solution[q] - x[q];
    n_collectives = 0;
    projection.add(apply, weighted, delta);
    EXPECT_EQ(n_collectives, 2);
    projection.guess(apply, weighted, rhs, x);
    EXPECT_LT(largest_difference(x, solution), 3e-6);
  }
  EXPECT_EQ(projection.n_vectors(), 3);
}

TEST_F(SolutionProjectionTest, RefusesOtherLengthsAndNoVectors) {
  SolutionProjection projection(n, 2);
  Vector x(n), other(n + 1);
  EXPECT_THROW(projection.guess(a, inner, other, x), base::Error);
  EXPECT_THROW(projection.guess(a, inner, x, other), base::Error);
  EXPECT_THROW(projection.improve(inner, other, x), base::Error);
  EXPECT_THROW(projection.improve(inner, x, other), base::Error);
  EXPECT_THROW(projection.add(a, inner, other), base::Error);
  EXPECT_THROW(SolutionProjection(n, 0), base::Error);
}

}  // namespace
}  // namespace lobatto::krylov
