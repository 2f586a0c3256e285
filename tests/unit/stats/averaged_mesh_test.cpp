#include "stats/averaged_mesh.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "base/error.hpp"
#include "support/curved_spaces.hpp"

namespace lobatto::stats {
namespace {

using test::Block;
using test::Point;

const Block block{
    .begin = {0, -1, 2}, .end = {1, 1, 5}, .n_elements = {2, 3, 4}, .periodic = {true, true, true}};

std::array<bool, 3> directions(int bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

class AveragedMeshTest : public ::testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
};

TEST_F(AveragedMeshTest, OwnersHaveEachColumnOnceAndAllTheVolume) {
  const space::FunctionSpace space(block.mesh(3, world_), world_);
  for (int bits = 0; bits < 8; ++bits) {
    const AveragedMesh mesh(space, directions(bits));
    const auto keys = mesh.is_owner() ? mesh.keys() : std::span<const std::int64_t>{};
    const std::vector<long long> local(keys.begin(), keys.end());
    const auto all = world_.all_gather(std::span<const long long>(local));
    EXPECT_EQ(std::set<long long>(all.begin(), all.end()).size(), all.size()) << bits;
    EXPECT_EQ(static_cast<long long>(all.size()), mesh.n_global_columns());
    EXPECT_EQ(*std::ranges::max_element(all), mesh.n_global_columns() - 1);
    const double volume = world_.sum(std::accumulate(mesh.mass().begin(), mesh.mass().end(), 0.0));
    EXPECT_NEAR(volume, 6.0, 1e-12) << bits;
  }
}

TEST_F(AveragedMeshTest, ShapesAreThoseOfTheRemainingDirections) {
  const space::FunctionSpace space(block.mesh(2, world_), world_);
  using Shape = std::vector<long long>;
  EXPECT_EQ(AveragedMesh(space, {false, false, false}).layout().shape, (Shape{12, 9, 6}));
  EXPECT_EQ(AveragedMesh(space, {false, false, true}).layout().shape, (Shape{9, 6}));
  EXPECT_EQ(AveragedMesh(space, {true, false, true}).layout().shape, (Shape{9}));
  EXPECT_EQ(AveragedMesh(space, {true, true, true}).layout().shape, (Shape{1}));
}

/// Every owner's block of coordinates, put in its place, is the tensor product of lines of nodes.
TEST_F(AveragedMeshTest, BlocksAreInTheOrderOfTheNodesOfTheBox) {
  const space::FunctionSpace space(block.mesh(3, world_), world_);
  for (int bits = 0; bits < 7; ++bits) {
    const AveragedMesh mesh(space, directions(bits));
    const auto& layout = mesh.layout();
    const auto n_dimensions = layout.shape.size();
    for (int d = 0, dimension = static_cast<int>(n_dimensions); d < 3; ++d) {
      if (directions(bits)[d]) continue;
      --dimension;  // dimensions are slowest first
      const auto coordinates = mesh.in_layout(mesh.coordinates(d));
      std::size_t below = 1;
      for (std::size_t i = dimension + 1; i < n_dimensions; ++i) below *= layout.count[i];
      const double h = (block.end[d] - block.begin[d]) / block.n_elements[d];
      for (std::size_t q = 0; q < coordinates.size(); ++q) {
        const auto node =
            layout.start[dimension] + static_cast<long long>(q / below) % layout.count[dimension];
        const double r = space.nodes().nodes[node % 4];
        EXPECT_NEAR(coordinates[q],
                    block.begin[d] + h * (static_cast<double>(node / 4) + 0.5 * (r + 1)), 1e-12);
      }
    }
  }
}

TEST_F(AveragedMeshTest, MovedBoxesMayBeTheSameAlongADirection) {
  // Moved in x and y; along z stretched and sheared, the same for all x and y.
  const auto move = [](const Point& x) -> Point {
    const double z = x[2] + 0.05 * std::sin(x[2]);
    return {x[0] + 0.1 * std::sin(3 * x[1]) + 0.2 * z, x[1] + 0.1 * x[0] * x[1], z};
  };
  const auto space = test::moved(block, 4, move, world_);
  EXPECT_NO_THROW(AveragedMesh(space, {false, false, true}));
  EXPECT_THROW(AveragedMesh(space, {false, true, false}), base::Error);
  EXPECT_THROW(AveragedMesh(space, {true, false, false}), base::Error);
  EXPECT_THROW(AveragedMesh(space, {false, true, true}), base::Error);
}

TEST_F(AveragedMeshTest, LinesAlongADirectionMustBeStraight) {
  // Elements that are all the same but follow a wave.
  const auto wave = [](const Point& x) -> Point {
    return {x[0] + 0.1 * std::sin(2 * x[1]), x[1], x[2]};
  };
  const auto space = test::moved(block, 4, wave, world_);
  EXPECT_THROW(AveragedMesh(space, {false, true, false}), base::Error);
  EXPECT_THROW(AveragedMesh(space, {false, true, true}), base::Error);
  EXPECT_NO_THROW(AveragedMesh(space, {true, false, false}));
  EXPECT_NO_THROW(AveragedMesh(space, {true, true, false}));  // planes stay planes
  EXPECT_NO_THROW(AveragedMesh(space, {true, false, true}));
}

TEST_F(AveragedMeshTest, TurnedElementsAreNotTheSame) {
  const Block ring{.begin = {1, 0, 0}, .end = {2, 6, 1}, .n_elements = {2, 6, 2}, .periodic = {}};
  const auto space = test::moved(ring, 3, test::cylindrical, world_);
  EXPECT_NO_THROW(AveragedMesh(space, {false, false, true}));
  try {
    const AveragedMesh mesh(space, {false, true, false});
    FAIL() << "accepted";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot be averaged along y"), std::string::npos);
  }
}

}  // namespace
}  // namespace lobatto::stats
