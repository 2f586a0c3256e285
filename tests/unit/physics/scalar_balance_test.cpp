#include "physics/scalar_balance.hpp"

#include <gtest/gtest.h>

#include "state/state.hpp"
#include "support/box_with_regions.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::function_of_place;
using test::Point;

class ScalarBalanceTest : public ::testing::Test {
 protected:
  using MakeSpace = space::FunctionSpace (*)(const comm::Communicator&);
  explicit ScalarBalanceTest(MakeSpace make) : space(make(world)) {}
  ScalarBalanceTest()
      : ScalarBalanceTest([](const comm::Communicator& ranks) {
          return space::FunctionSpace(test::Block{}.mesh(3, ranks), ranks);
        }) {}

  /// u = (speed, 0, 0) and T = a + b x
  void set(double speed, double a, double b) {
    velocity.now(0).fill(speed);
    space.evaluate(function_of_place([=](const Point& x) { return a + b * x[0]; }), 0,
                   scalar.now());
  }
  /// The share of this rank in a sum over all.
  [[nodiscard]] double share(double sum) const { return sum / space.communicator().size(); }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space;
  state::State state{space, 3};
  state::Variable& velocity = state.declare("velocity", {.is_vector = true});
  state::Variable& scalar = state.declare("T", {});
};

/// The second order scheme with steps of 0.1.
time::NextStep second_step() {
  const test::Scheme scheme(2);
  return {0.2, 0.1, scheme.steps, scheme.bdf, scheme.extrapolation};
}

// By hand: contents 2, 4 and 7; at x = 1 less at x = 0, times the speed, 2 * 1 and 3 * 4 flow out.
TEST_F(ScalarBalanceTest, IsThatOfTheSchemeItself) {
  ScalarBalance balance(space, &velocity, scalar, nullptr);
  set(2, 1.5, 1);
  balance.measure();
  balance.advance(share(100));  // of a level that is too old
  set(3, 2, 4);
  balance.measure();
  balance.advance(share(0.25));
  set(9, 7, 0);
  balance.measure();
  const auto report =
      balance.report("T", second_step(), {.hat = share(90), .source = share(0.5), .filtered = 0});
  EXPECT_EQ(report.name, "T");
  EXPECT_NEAR(report.content, 7, 1e-13);
  EXPECT_NEAR(report.change, (1.5 * 7 - 2 * 4 + 0.5 * 2) / 0.1, 1e-11);
  EXPECT_NEAR(report.conduction, 15 * 7 - 90, 1e-11);
  EXPECT_NEAR(report.convection, -(2 * 12 - 2), 1e-12);
  EXPECT_NEAR(report.source, 2 * 0.5 - 0.25, 1e-13);
  EXPECT_TRUE(report.solids.empty());
}

TEST_F(ScalarBalanceTest, WhatAFilterTakesIsASourceAndNoConduction) {
  ScalarBalance balance(space, &velocity, scalar, nullptr);
  set(0, 7, 0);
  balance.measure();
  const auto report =
      balance.report("T", second_step(), {.hat = share(90), .source = 0, .filtered = share(-3)});
  EXPECT_NEAR(report.source, -3, 1e-13);
  EXPECT_NEAR(report.conduction, 15 * 7 - 90 + 3, 1e-11);
}

/// Half of the unit cube, above z = 1/2, is solid.
class ScalarBalanceInSolids : public ScalarBalanceTest {
 protected:
  ScalarBalanceInSolids() : ScalarBalanceTest(half_solid) {}
  static space::FunctionSpace half_solid(const comm::Communicator& ranks) {
    std::array<mesh::Axis, 3> axes;
    for (auto& axis : axes) axis = {mesh::uniform_ticks(0, 1, 2), false};
    const mesh::Regions regions{{"lid"}, {0, 0, 0, 0, 1, 1, 1, 1}};
    return {test::box_with_regions(axes, 3, ranks, regions), ranks};
  }
};

TEST_F(ScalarBalanceInSolids, ContentsAreTimesTheCapacityAndToldApart) {
  auto capacity = std::make_shared<space::Field>(space.make_field());
  for (int e = 0; e < space.n_elements(); ++e)
    for (std::size_t q = 0; q < space.element_size(); ++q)
      (*capacity)[e * space.element_size() + q] = space.region(e) == 1 ? 5 : 1;
  ScalarBalance balance(space, &velocity, scalar, capacity);
  set(0, 2, 0);
  balance.measure();
  const auto report =
      balance.report("T", second_step(), {.hat = share(60), .hat_in_solids = {share(70)}});
  EXPECT_NEAR(report.content, 0.5 * 2 + 0.5 * 5 * 2, 1e-13);
  ASSERT_EQ(report.solids.size(), 1U);
  EXPECT_EQ(report.solids[0].name, "lid");
  EXPECT_NEAR(report.solids[0].content, 5, 1e-13);
  EXPECT_NEAR(report.solids[0].conduction, 15 * 5 - 70, 1e-11);
}

}  // namespace
}  // namespace lobatto::physics
