#include "mesh/layered_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/partition.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {
namespace {

LayerSearch search(const Block& block) {
  return find_layers(connect(make_block(block)), comm::Communicator::alone());
}

TEST(LayeredMesh, ElementsTurnedAnyWayAreFoundAmongTheirLayers) {
  Block block{.n_elements = {3, 2, 4}};
  block.turn = [](int e) { return all_turns()[(7 * e) % 24]; };
  const auto found = search(block);
  ASSERT_EQ(found.obstacle, "");
  EXPECT_EQ(found.layers.direction, (std::array<double, 3>{0, 0, 1}));
  EXPECT_EQ(found.layers.ticks, (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(found.layers.n_columns, 6);
  EXPECT_FALSE(found.layers.periodic);
  for (int e = 0; e < 24; ++e) {
    const Turn turn = all_turns()[(7 * e) % 24];
    const LayerPlace& place = found.layers.places[e];
    EXPECT_EQ(place.layer, e / 6);
    EXPECT_EQ(place.column, e % 6);
    EXPECT_EQ(turn.axis[place.along], 2);
    EXPECT_EQ(turn.flipped[place.along], place.reversed);
  }
}

TEST(LayeredMesh, APlaneMayBeCurvedAndLieAnyWay) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  Block block{.n_elements = {3, 2, 4}, .periodic = {false, false, true}, .geometry_order = 3};
  block.map = [&](const Point& x) {
    const Point p{x[0] + 0.1 * std::sin(x[1]), x[1] + 0.2 * x[0] * x[0], 0.5 * x[2] - 7};
    return Point{c * p[0] - s * p[2], p[1], s * p[0] + c * p[2]};
  };
  const auto found = search(block);
  ASSERT_EQ(found.obstacle, "");
  EXPECT_NEAR(std::abs(found.layers.direction[0]), s, 1e-14);
  EXPECT_NEAR(std::abs(found.layers.direction[2]), c, 1e-14);
  EXPECT_TRUE(found.layers.periodic);
  ASSERT_EQ(found.layers.n_layers(), 4);
  for (int l = 0; l < 4; ++l)
    EXPECT_NEAR(found.layers.ticks[l + 1] - found.layers.ticks[l], 0.5, 1e-13);
}

TEST(LayeredMesh, WhatBreaksItIsNamed) {
  Block block{.n_elements = {3, 2, 4}, .geometry_order = 2};
  block.map = [](const Point& x) {
    const bool moves = x[0] > 1.4 && x[0] < 1.6 && x[1] > 1.9 && x[2] > 2.4 && x[2] < 2.6;
    return Point{x[0], x[1] + (moves ? 1e-7 : 0.0) + 0.1 * x[0] * x[0], x[2]};
  };
  const auto found = search(block);
  EXPECT_NE(found.obstacle.find("the element 17 "), std::string::npos) << found.obstacle;
  EXPECT_NE(found.obstacle.find("no prism along (0, 0, 1)"), std::string::npos) << found.obstacle;

  Block bent{.n_elements = {2, 2, 2}};
  bent.map = [](const Point& x) {
    return Point{x[0] + 0.1 * x[1] * x[2], x[1] + 0.1 * x[0] * x[2], x[2] + 0.1 * x[0] * x[1]};
  };
  EXPECT_NE(search(bent).obstacle, "");
}

TEST(LayeredMesh, RanksGetWholeColumns) {
  Block block{.n_elements = {3, 2, 4}};
  block.turn = [](int e) { return all_turns()[(5 * e) % 24]; };
  const HexMesh mesh = connect(make_block(block));
  const auto found = find_layers(mesh, comm::Communicator::alone());
  for (const int n_ranks : {1, 2, 4, 6}) {
    const auto ranks = partition_columns(mesh, found.layers, n_ranks);
    EXPECT_EQ(std::set(ranks.begin(), ranks.end()).size(), static_cast<std::size_t>(n_ranks));
    for (std::size_t e = 6; e < ranks.size(); ++e) EXPECT_EQ(ranks[e], ranks[e - 6]);
    EXPECT_LE(std::ranges::count(ranks, ranks[0]), 4 * ((6 + n_ranks - 1) / n_ranks + 1));
  }
  EXPECT_THROW(partition_columns(mesh, found.layers, 7), base::Error);
}

}  // namespace
}  // namespace lobatto::mesh
