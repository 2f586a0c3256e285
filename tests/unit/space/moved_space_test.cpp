// A space that is moved is what it would be if it had been made there.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "space/boundary.hpp"
#include "space/helmholtz_operator.hpp"
#include "support/curved_spaces.hpp"
#include "support/message_of.hpp"

namespace lobatto::space {
namespace {

constexpr int moved_order = 4, x_max = 1;

void expect_equal(std::span<const double> a, std::span<const double> b, const char* what) {
  EXPECT_TRUE(std::ranges::equal(a, b)) << what;
}

TEST(MovedInPlace, HasTheGeometryOfItsNewPlaces) {
  const auto world = comm::Communicator::world();
  const FunctionSpace made = test::moved(test::cube_223, moved_order, test::wavy, world);
  FunctionSpace space = test::moved(test::cube_223, moved_order, test::stirred, world);
  const FunctionSpace copy = space.with_order(moved_order);
  Boundary boundary(space, x_max);
  const auto helmholtz = make_helmholtz_operator(space);
  space.move(made.curved()->coordinates());
  boundary.follow_mesh();
  EXPECT_EQ(space.volume(), made.volume());
  const Boundary of_made(made, x_max);
  expect_equal(boundary.weights(), of_made.weights(), "weights");
  for (int d = 0; d < 3; ++d) expect_equal(boundary.normal(d), of_made.normal(d), "normals");
  expect_equal(boundary.points().x, of_made.points().x, "places");
  for (int e = 0; e < space.n_elements(); ++e) {
    expect_equal(copy.curved()->metric(e), made.curved()->metric(e), "metric");
    EXPECT_EQ(space.lengths(e), made.lengths(e));
  }
  Field diagonal = space.make_field(), expected = space.make_field();
  helmholtz->diagonal({2.0, 3.0}, diagonal);
  make_helmholtz_operator(made)->diagonal({2.0, 3.0}, expected);
  expect_equal(diagonal, expected, "diagonal");
}

TEST(MovedInPlace, TakesTheLayerOfAPlaneAlong) {
  const auto world = comm::Communicator::world();
  const test::Block plane{
      .n_elements = {3, 3, 1}, .periodic = {false, false, true}, .is_plane = true};
  FunctionSpace space = test::moved(plane, moved_order, test::identity, world);
  EXPECT_GT(space.layer().global_size(), space.global_size());
  Coordinates places = space.curved()->coordinates();
  for (double& x : places[0]) x *= 2;
  space.move(places);
  expect_equal(space.layer().curved()->coordinates()[0], space.in_layer(places[0]), "layer");
  EXPECT_NEAR(space.volume(), 2, 1e-12);
}

TEST(MovedInPlace, RefusesAnElementThatIsTurnedInsideOut) {
  const auto world = comm::Communicator::world();
  FunctionSpace space = test::moved(test::cube_223, moved_order, test::identity, world);
  Coordinates places = space.curved()->coordinates();
  for (double& x : places[0]) x = -x;
  const std::string message = message_of<base::Error>([&] { space.move(places); });
  EXPECT_NE(message.find("is turned inside out"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::space
