#include "physics/conditions/recycled_velocity.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "state/state.hpp"
#include "support/flow_terms.hpp"

namespace lobatto::physics {
namespace {

using test::Point;

/// [0, 3] x [0, 1] x [0, 1]; what flows in at x = 0 is that of x = 1.25, with a mean of 2.
class RecycledVelocityTest : public ::testing::Test {
 protected:
  VelocityBoundaryCondition face_of(double x) {
    VelocityBoundaryCondition face;
    recycle(space, 0, {.offset = {x, 0, 0}, .bulk_velocity = 2}, face);
    face.follows->watch(velocity, {});
    return face;
  }
  void set(Point (*function)(const Point&)) {
    velocity.vector() = test::field_of(space, test::vector_function(function));
  }
  /// One component that the face gives at x = 0, against a function of the place.
  void expect_inflow(const VelocityBoundaryCondition& face, int d,
                     double (*expected)(const Point&)) {
    const space::Boundary inlet(space, 0);
    std::vector<double> found, wanted;
    inlet.evaluate(face.velocity[d], 0, found);
    inlet.evaluate(test::function_of_place(expected), 0, wanted);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], wanted[i], 1e-12) << d;
  }

  comm::Communicator world = comm::Communicator::world();
  space::FunctionSpace space{test::Block{.end = {3, 1, 1}, .n_elements = {3, 2, 2}}.mesh(3, world),
                             world};
  state::State state{space, 3};
  state::Variable& velocity = state.declare("velocity", {.is_vector = true});
};

Point before(const Point& x) { return {1, x[0] * x[1], 0}; }
Point now(const Point& x) { return {1 + x[0] * x[1], 0, x[2]}; }

// 2 now - before at x = 1.25 is (1 + 2.5 y, -1.25 y, 2 z), of mean 2.25.
TEST_F(RecycledVelocityTest, IsExtrapolatedAndScaledToItsMean) {
  const VelocityBoundaryCondition face = face_of(1.25);
  set(before);
  face.follows->record();
  set(now);
  face.follows->record();
  face.follows->extrapolate(test::Scheme(2).extrapolation);
  expect_inflow(face, 0, [](const Point& x) { return (1 + 2.5 * x[1]) * 2 / 2.25; });
  expect_inflow(face, 1, [](const Point& x) { return -1.25 * x[1] * 2 / 2.25; });
  expect_inflow(face, 2, [](const Point& x) { return 2 * x[2] * 2 / 2.25; });
}

TEST_F(RecycledVelocityTest, OfTheCurrentLevelIsScaledWhereItFlowsIn) {
  const VelocityBoundaryCondition face = face_of(1.25);
  set(now);  // at x = 1.25 of mean 1.625
  face.follows->take_current();
  expect_inflow(face, 0, [](const Point& x) { return (1 + 1.25 * x[1]) * 2 / 1.625; });
  set([](const Point& x) { return Point{-x[1], 0, 3}; });
  face.follows->take_current();
  expect_inflow(face, 0, [](const Point& x) { return -x[1]; });
  expect_inflow(face, 2, [](const Point&) { return 3.0; });
}

TEST_F(RecycledVelocityTest, ThatCarriesNothingInIsRefused) {
  const VelocityBoundaryCondition face = face_of(1.25);
  set([](const Point&) { return Point{-1, 0, 0}; });
  face.follows->record();
  EXPECT_THROW(face.follows->extrapolate(test::Scheme(1).extrapolation), base::Error);
}

TEST_F(RecycledVelocityTest, FromOutsideOfTheMeshIsRefused) {
  EXPECT_THROW(face_of(3.5), base::Error);
  EXPECT_NO_THROW(face_of(3));
}

}  // namespace
}  // namespace lobatto::physics
