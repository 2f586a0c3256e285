#include "krylov/residual_recombination.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "../../support/memory_state.hpp"
#include "comm/communicator.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

constexpr std::size_t n_values = 60;

/// G(u) = A u + b with the fixed point 1: all that is added to that dies away but three parts,
/// which grow.
Vector next_of(View u) {
  Vector next(n_values);
  for (std::size_t i = 0; i < n_values; ++i) {
    const double factor =
        i < 3 ? 1.3 + 0.2 * static_cast<double>(i) : 0.6 / static_cast<double>(i - 2);
    next[i] = 1 + factor * (u[i] - 1);
  }
  return next;
}

struct Iteration {
  explicit Iteration(int dimension)
      : steps(dimension, {ones, keep}), u(random_vector(n_values, 4)) {
    steps.begin();
  }
  double advance() {
    Vector residual = next_of(u);
    double square = 0;
    for (std::size_t i = 0; i < n_values; ++i) {
      residual[i] -= u[i];
      square += residual[i] * residual[i];
    }
    const auto step = steps.step(residual);
    for (std::size_t i = 0; i < n_values; ++i) u[i] += step[i];
    return std::sqrt(square);
  }
  Vector ones = Vector(n_values, 1.0);
  ResidualRecombination steps;
  Vector u;
};

TEST(ResidualRecombination, FindsAFixedPointThatTheIterationLeaves) {
  Iteration iteration(15);
  const double first = iteration.advance();
  double last = first;
  for (int k = 0; k < 30; ++k) last = iteration.advance();
  EXPECT_LT(last, 1e-10 * first);
  EXPECT_LT(largest_difference(iteration.u, iteration.ones), 1e-9);
}

/// Of three values, G(u) = A u.
Vector turned(View u) { return {2 * u[0] - u[1], 0.5 * u[0] + 1.5 * u[2], u[1] - 0.7 * u[2]}; }

// With as many steps as there are values it is exact, as GMRES is.
TEST(ResidualRecombination, EndsAfterAsManyStepsAsThereAreValues) {
  const Vector ones(3, 1.0);
  ResidualRecombination steps(6, {ones, keep});
  steps.begin();
  Vector u = random_vector(3, 9);
  for (int k = 0; k < 5; ++k) {
    Vector residual = turned(u);
    for (std::size_t i = 0; i < 3; ++i) residual[i] -= u[i];
    const auto step = steps.step(residual);
    for (std::size_t i = 0; i < 3; ++i) u[i] += step[i];
  }
  EXPECT_LT(largest_difference(u, Vector(3, 0.0)), 1e-12);
}

TEST(ResidualRecombination, GoesOnBitForBit) {
  Iteration whole(4), rest(4);
  for (int k = 0; k < 7; ++k) whole.advance();
  const auto world = comm::Communicator::world();
  const std::vector<std::int64_t> rows{world.rank()};
  const auto visit = [&](base::StateVisitor&& visitor, Iteration& iteration) {
    iteration.steps.visit_state(visitor, "steps", [&](const std::string& name, Target vector) {
      visitor.visit(name, {"rows", rows, vector.size()}, vector);
    });
  };
  test::MemoryState memory;
  visit(test::StateKeeper(memory, world), whole);
  visit(test::StateGiver(memory), rest);
  rest.u = whole.u;
  EXPECT_EQ(rest.steps.n_known(), 4);
  for (int k = 0; k < 5; ++k) {
    whole.advance();
    rest.advance();
  }
  EXPECT_EQ(whole.u, rest.u);
}

}  // namespace
}  // namespace lobatto::krylov
