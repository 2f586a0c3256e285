#include "stats/reduction.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"
#include "support/message_of.hpp"

namespace lobatto::stats {
namespace {

using test::Point;

template <class F>
std::vector<Reduced> reduced(const space::FunctionSpace& space, const NodeSets& sets, F f) {
  auto field = space.make_field();
  space.evaluate(test::function_of_place(f), 0, field);
  const std::array<std::span<const double>, 1> fields{field};
  return reduce(space, sets, fields, true);
}

TEST(Reduction, OfAPolynomialOverABoxIsTheIntegral) {
  const auto world = comm::Communicator::world();
  const test::Block block{.end = {2, 1, 3}, .n_elements = {2, 3, 2}};
  const space::FunctionSpace space(block.mesh(6, world), world);
  const auto all = reduced(space, VolumeNodes(space),
                           [](const Point& x) { return x[0] * x[0] - x[1] + 0.5 * x[2]; });
  ASSERT_EQ(all.size(), 1U);
  // Means of x^2, y, z over their ranges: 4/3, 1/2, 3/2.
  EXPECT_NEAR(all[0].measure, 6, 1e-12);
  EXPECT_NEAR(all[0].value(Reduction::mean), 4.0 / 3 - 0.5 + 0.75, 1e-12);
  EXPECT_NEAR(all[0].value(Reduction::integral), 6 * (4.0 / 3 + 0.25), 1e-11);
  // Variances 16/5 - 16/9, 1/12, and 9/12 of z, add.
  const double mean = 4.0 / 3 + 0.25, variance = 16.0 / 5 - 16.0 / 9 + 1.0 / 12 + 0.25 * 9 / 12;
  EXPECT_NEAR(all[0].value(Reduction::rms), std::sqrt(mean * mean + variance), 1e-12);
  EXPECT_NEAR(all[0].value(Reduction::max), 4 + 1.5, 1e-12);
  EXPECT_NEAR(all[0].value(Reduction::min), -1, 1e-12);
  for (int d = 0; d < 3; ++d) {
    EXPECT_NEAR(all[0].max.place[d], (Point{2, 0, 3})[d], 1e-12) << d;
    EXPECT_NEAR(all[0].min.place[d], (Point{0, 1, 0})[d], 1e-12) << d;
  }
}

TEST(Reduction, OfEqualExtremaTakesTheElementOfLowestNumber) {
  const auto world = comm::Communicator::world();
  const test::Block block{.n_elements = {2, 4, 4}};
  const space::FunctionSpace space(block.mesh(4, world), world);
  const auto even = reduced(space, VolumeNodes(space), [](const Point&) { return 2.5; });
  // 1 at the eight corners: on several ranks where there are several.
  const auto corners = reduced(space, VolumeNodes(space), [](const Point& x) {
    return std::abs((2 * x[0] - 1) * (2 * x[1] - 1) * (2 * x[2] - 1));
  });
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(even[0].max.place[d], 0) << d;
    EXPECT_EQ(even[0].min.place[d], 0) << d;
    EXPECT_EQ(corners[0].max.place[d], 0) << d;
  }
}

TEST(Reduction, OverACurvedSurfaceConvergesToItsIntegral) {
  const auto world = comm::Communicator::world();
  const test::Block quarter{
      .begin = {1, 0, 0}, .end = {2, std::numbers::pi / 2, 1}, .n_elements = {2, 2, 2}};
  const auto error = [&](int order) {
    const auto space = test::moved(quarter, order, test::cylindrical, world);
    const std::array outer{1};
    const BoundaryNodes nodes(space, outer);
    const auto at_2 = reduced(space, nodes, [](const Point& x) { return x[0] * x[0]; });
    // Over radius 2, height 1: area pi; int 4 cos^2 = 4 (pi / 4) 2.
    EXPECT_NEAR(at_2[0].value(Reduction::max), 4, 1e-9);
    EXPECT_NEAR(at_2[0].max.place[0], 2, 1e-12);
    return std::abs(at_2[0].measure - std::numbers::pi) +
           std::abs(at_2[0].integral - 2 * std::numbers::pi);
  };
  const double at_3 = error(3);
  EXPECT_GT(at_3, 1e-6);
  EXPECT_LT(error(5), 2e-2 * at_3);
  EXPECT_LT(error(9), 1e-9);
}

TEST(Reduction, ElementsOfASurfaceAreThoseThatItsNodesAreIn) {
  const auto world = comm::Communicator::world();
  const test::Block block{.n_elements = {3, 3, 4}};
  const space::FunctionSpace space(block.mesh(3, world), world);
  const std::array parts{0, 2, 5};
  const BoundaryNodes nodes(space, parts);
  std::vector<int> expected;
  nodes.visit([&](const WeightedNode& node) {
    expected.push_back(static_cast<int>(node.index / space.element_size()));
  });
  std::ranges::sort(expected);
  expected.erase(std::ranges::unique(expected).begin(), expected.end());
  EXPECT_EQ(nodes.elements(), expected);
  EXPECT_EQ(world.sum(static_cast<long long>(expected.size())), 12 + 12 + 9 - 4 - 3 - 3 + 1);
}

TEST(Reduction, OverPlanesIsAFunctionOfTheirPlace) {
  const auto world = comm::Communicator::world();
  const test::Block block{
      .end = {2, 1, 3}, .n_elements = {2, 3, 2}, .periodic = {true, false, true}};
  // Layers of other heights; lines along x lean with y.
  const auto space = test::moved(
      block, 6,
      [](const Point& x) { return Point{x[0] + 0.3 * x[1], x[1] * (1 + 0.2 * x[1]), x[2]}; },
      world);
  const PlaneNodes planes(space, 1);
  ASSERT_EQ(planes.n_sets(), 3U * 6 + 1);
  const auto y = planes.coordinates();
  EXPECT_TRUE(std::ranges::is_sorted(y));
  EXPECT_NEAR(y.front(), 0, 1e-14);
  EXPECT_NEAR(y.back(), 1.2, 1e-14);
  const auto profile =
      reduced(space, planes, [](const Point& x) { return x[1] * (1 + x[2] * x[2]); });
  for (std::size_t i = 0; i < y.size(); ++i) {
    EXPECT_NEAR(profile[i].value(Reduction::mean), 4 * y[i], 1e-11) << i;
    EXPECT_NEAR(profile[i].value(Reduction::max), 10 * y[i], 1e-11) << i;
    EXPECT_NEAR(profile[i].value(Reduction::min), y[i], 1e-11) << i;
  }
}

TEST(Reduction, PlanesThatABoxHasNotAreRefused) {
  const auto world = comm::Communicator::world();
  const auto space = test::moved(test::Block{}, 4, test::wavy, world);
  const std::string message = message_of<base::Error>([&] { const PlaneNodes planes(space, 2); });
  EXPECT_NE(message.find("along z; planes need nodes that the map leaves in planes"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace lobatto::stats
