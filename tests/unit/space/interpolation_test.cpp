#include "space/interpolation.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/curved_spaces.hpp"

namespace lobatto::space {
namespace {

using test::Block;
using test::Point;

/// A polynomial of degree 3 in each direction.
double cubic(const Point& x) {
  return 1.0 + x[0] * x[0] * x[0] - 2.0 * x[1] * x[2] * x[2] + 0.5 * x[0] * x[1] * x[2];
}

/// Random points of [0, 1]^3, other ones on every rank, one fewer on each rank than on the one
/// before.
std::vector<Point> random_points(const comm::Communicator& world) {
  std::mt19937 generator(17U + static_cast<unsigned>(world.rank()));
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::vector<Point> points(static_cast<std::size_t>(40 - world.rank()));
  for (auto& point : points)
    for (double& c : point) c = uniform(generator);
  return points;
}

/// The largest difference between a field of `f` and f itself at f's own points of the space.
template <class Map>
double largest_error(const FunctionSpace& space, const std::vector<Point>& references, Map map) {
  std::vector<Point> points;
  for (const auto& reference : references) points.push_back(map(reference));
  auto field = space.make_field();
  space.evaluate(test::function_of_place(cubic), 0.0, field);
  Interpolation interpolation(space, points);
  EXPECT_TRUE(interpolation.missing().empty());
  std::vector<double> values(points.size());
  interpolation.evaluate(field, values);
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    largest = std::max(largest, std::abs(values[i] - cubic(points[i])));
  return space.communicator().max(largest);
}

/// Keeps [0, 1]^3 in its place; not a polynomial.
Point bent_block(const Point& x) {
  const double pi = std::numbers::pi;
  const double bump = 0.08 * std::sin(pi * x[0]) * std::sin(pi * x[1]) * std::sin(pi * x[2]);
  return {x[0] + bump, x[1] - bump, x[2] + 0.5 * bump};
}

/// Keeps every z.
Point sheared(const Point& x) { return {x[0] + 0.2 * x[1], x[1] - 0.1 * x[0], x[2]}; }

TEST(Interpolation, TakesPointsAnywhereAcrossAPlane) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 3, 1}, {false, false, true}};
  auto mesh = block.mesh(3, world);
  mesh.is_plane = true;
  const FunctionSpace straight(mesh, world), moved(mesh, test::vector_function(sheared), world);
  const auto f = [](const Point& x) { return 1.0 + x[0] * x[0] * x[1] - 2.0 * x[1] * x[1]; };
  for (const FunctionSpace* space : {&straight, &moved}) {
    auto points = random_points(world);
    if (space == &moved)
      for (Point& point : points) point = sheared(point);
    auto field = space->make_field();
    space->evaluate(test::function_of_place(f), 0.0, field);
    Interpolation interpolation(*space, points);
    EXPECT_TRUE(interpolation.missing().empty());
    std::vector<double> values(points.size());
    interpolation.evaluate(field, values);
    for (std::size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(values[i], f(points[i]), 1e-12);
  }
}

TEST(Interpolation, IsExactForPolynomialsOnABox) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 3, 4}, {}};
  const FunctionSpace space(block.mesh(3, world), world);
  EXPECT_LT(largest_error(space, random_points(world), test::identity), 1e-13);
}

TEST(Interpolation, IsExactForPolynomialsOnAffineElements) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 3, 4}, {}};
  const auto space = test::moved(block, 9, test::affine, world);
  EXPECT_LT(largest_error(space, random_points(world), test::affine), 1e-11);
}

TEST(Interpolation, ConvergesExponentiallyOnCurvedElements) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 4}, {}};
  double before = 1.0;
  for (const int order : {4, 7, 10}) {
    const auto space = test::moved(block, order, bent_block, world);
    const double error = largest_error(space, random_points(world), test::identity);
    EXPECT_LT(error, 0.05 * before) << order;
    before = error;
  }
  EXPECT_LT(before, 1e-7);
}

TEST(Interpolation, FindsNodesAndElementBoundaries) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 4}, {}};
  const auto space = test::moved(block, 5, bent_block, world);
  std::vector<Point> points{{0, 0, 0}, {1, 1, 1}, {0.5, 0.5, 0}, {1, 0, 0.25}};
  EXPECT_LT(largest_error(space, points, bent_block), 1e-3);
}

TEST(Interpolation, NamesPointsThatAreNowhere) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 4}, {}};
  const FunctionSpace space(block.mesh(3, world), world);
  const std::vector<Point> points{{0.5, 0.5, 0.5}, {1.001, 0.5, 0.5}, {-3, 0, 0}};
  EXPECT_EQ(Interpolation(space, points).missing(), (std::vector<std::size_t>{1, 2}));
  // The second one is 0.004 outside in the coordinates of its element.
  EXPECT_EQ(Interpolation(space, points, 0.01).missing(), (std::vector<std::size_t>{2}));
}

TEST(Interpolation, WantsPointsOnSomeRanksOnly) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 4}, {}};
  const FunctionSpace space(block.mesh(3, world), world);
  std::vector<Point> points;
  if (world.rank() == world.size() - 1) points = {{0.1, 0.2, 0.3}};
  EXPECT_LT(largest_error(space, points, test::identity), 1e-13);
}

}  // namespace
}  // namespace lobatto::space
