#include "krylov/newton_krylov.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/memory_state.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

/// A map with a known fixed point p, from which it leads away along some directions:
///   G(u) = p + B (u - p) + c (u - p)^2,   B = diagonal(1.8, -1.3, 0.5, 0.25, ...) and a shift.
class Map {
 public:
  explicit Map(std::size_t n, double curvature)
      : point(random_vector(n, 7)), curvature_(curvature), b_(n) {
    for (std::size_t i = 0; i < n; ++i) b_[i] = std::pow(0.5, static_cast<double>(i) - 1);
    b_[0] = 1.8;
    b_[1] = -1.3;
  }
  void operator()(View u, Target value) const {
    const std::size_t n = u.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double x = u[i] - point[i], next = u[(i + 1) % n] - point[(i + 1) % n];
      value[i] = point[i] + b_[i] * x + 0.1 * next + curvature_ * x * next;
    }
  }
  Vector point;

 private:
  double curvature_;
  Vector b_;
};

/// The residuals of all iterates.
Vector residuals(NewtonKrylov& newton, const Map& map, double target, int most_values = 500) {
  Vector value(map.point.size()), found;
  while (newton.n_values() < most_values) {
    map(newton.next(), value);
    newton.put(value);
    if (newton.n_iterates() > static_cast<int>(found.size())) found.push_back(newton.residual());
    if (!found.empty() && found.back() <= target) break;
  }
  return found;
}

Vector away_from(const Vector& point, double distance) {
  Vector start = random_vector(point.size(), 8);
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = point[i] + distance * start[i];
  return start;
}

TEST(NewtonKrylov, ConvergesQuadraticallyToAPointThatRepels) {
  const Map map(30, 0.5);
  const Vector ones(30, 1.0);
  NewtonKrylov newton({.dimension = 25, .target = 1e-13}, {ones, keep});
  newton.begin(away_from(map.point, 0.05));
  const Vector found = residuals(newton, map, 1e-12);
  ASSERT_LT(found.back(), 1e-12);
  EXPECT_LE(found.size(), 8u);
  EXPECT_LT(testing::largest_difference(newton.iterate(), map.point), 1e-11);
  // Of each step, as far as a difference carries: the exponent of |f_k+1| = C |f_k|^q.
  for (std::size_t k = 2; k < found.size() && found[k] > 1e-9; ++k) {
    const double order = std::log(found[k] / found[k - 1]) / std::log(found[k - 1] / found[k - 2]);
    EXPECT_GT(order, 1.6) << k;
  }
}

TEST(NewtonKrylov, SolvesALinearProblemInOneStepPerForcing) {
  const Map map(12, 0);
  const Vector ones(12, 1.0);
  NewtonKrylov newton({.dimension = 12, .target = 1e-3}, {ones, keep});
  newton.begin(away_from(map.point, 0.5));
  const Vector found = residuals(newton, map, 1e-3);
  for (std::size_t k = 1; k < found.size(); ++k) EXPECT_LT(found[k], 0.11 * found[k - 1]) << k;
  EXPECT_LE(found.back(), 1e-3);
}

// Far away the whole step leads astray: G(u) = u - atan(u), for which that is so beyond 1.39.
TEST(NewtonKrylov, CutsStepsThatDoNotLowerTheResidual) {
  const Vector one(1, 1.0);
  NewtonKrylov newton({.dimension = 1, .target = 1e-12}, {one, keep});
  newton.begin(Vector{10.0});
  double shortest = 1;
  for (Vector value(1); newton.n_iterates() == 0 || newton.residual() > 1e-12; newton.put(value)) {
    ASSERT_LT(newton.n_values(), 200);
    value[0] = newton.next()[0] - std::atan(newton.next()[0]);
    if (newton.n_iterates() > 1) shortest = std::min(shortest, newton.step().length);
  }
  EXPECT_LT(shortest, 1);
  EXPECT_GT(shortest, 0);
  EXPECT_NEAR(newton.iterate()[0], 0, 1e-12);
}

// |cos u + 2| has no zero: each iterate is G of the one before where no step lowers the residual.
TEST(NewtonKrylov, GoesOnWithTheMapWhereNoStepHelps) {
  const Vector one(1, 1.0);
  NewtonKrylov newton({.dimension = 1, .target = 1e-12}, {one, keep});
  newton.begin(Vector{3.14159});
  bool went_on = false;
  for (Vector value(1); newton.n_values() < 60; newton.put(value)) {
    value[0] = newton.next()[0] + std::cos(newton.next()[0]) + 2;
    went_on = went_on || (newton.n_iterates() > 1 && newton.step().length == 0);
  }
  EXPECT_TRUE(went_on);
}

// At every value, be it one for a derivative, or of a step that is cut.
TEST(NewtonKrylov, GoesOnFromWhatItHasSaved) {
  const Map map(10, 3);
  const Vector ones(10, 1.0);
  const NewtonSettings settings{.dimension = 4, .target = 1e-12};
  // Each rank has a search of its own.
  const auto world = comm::Communicator::world();
  std::vector<std::int64_t> keys(ones.size());
  std::iota(keys.begin(), keys.end(), world.rank() * static_cast<std::int64_t>(ones.size()));
  const auto visit = [&](NewtonKrylov& newton, base::StateVisitor&& visitor) {
    newton.visit_state(visitor, [&](const std::string& name, Target vector) {
      visitor.visit(name, {"numbers", keys, 1}, vector);
    });
  };
  NewtonKrylov whole(settings, {ones, keep});
  whole.begin(away_from(map.point, 4));
  bool was_cut = false;
  for (Vector value(10); whole.n_values() < 60; whole.put(value)) {
    test::MemoryState memory;
    visit(whole, test::StateKeeper(memory, world));
    NewtonKrylov rest(settings, {ones, keep});
    rest.begin(ones);
    visit(rest, test::StateGiver(memory));
    ASSERT_TRUE(std::ranges::equal(rest.next(), whole.next())) << whole.n_values();
    map(whole.next(), value);
    rest.put(value);
    NewtonKrylov same = whole;
    same.put(value);
    ASSERT_TRUE(std::ranges::equal(rest.next(), same.next())) << whole.n_values();
    EXPECT_EQ(rest.n_iterates(), same.n_iterates());
    EXPECT_EQ(rest.residual(), same.residual());
    was_cut = was_cut || (whole.n_iterates() > 1 && whole.step().length < 1);
  }
  EXPECT_TRUE(was_cut);
}

// The same on the nodes of a ring that ranks share.
TEST(NewtonKrylov, DoesNotDependOnTheNumberOfRanks) {
  const auto world = comm::Communicator::world();
  const SharedRing ring(world, 12, 2);
  const Map map(ring.n_nodes(), 0.5);
  const auto sum = [&](Target values) { world.sum(values); };
  NewtonKrylov newton({.dimension = 20, .target = 1e-12}, {ring.weight(), sum});
  newton.begin(ring.scatter(away_from(map.point, 0.05)));
  Vector value(ring.n_nodes());
  while (newton.n_iterates() == 0 || newton.residual() > 1e-11) {
    ASSERT_LT(newton.n_values(), 300);
    map(ring.gather(newton.next()), value);
    newton.put(ring.scatter(value));
  }
  EXPECT_LT(testing::largest_difference(ring.gather(newton.iterate()), map.point), 1e-10);
}

}  // namespace
}  // namespace lobatto::krylov
