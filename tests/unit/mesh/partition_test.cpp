#include "mesh/partition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "mesh/connectivity.hpp"
#include "raw_meshes.hpp"

namespace lobatto::mesh {
namespace {

HexMesh block_of(std::array<int, 3> n_elements, std::array<bool, 3> periodic = {}) {
  Block block;
  block.n_elements = n_elements;
  block.periodic = periodic;
  return connect(make_block(block));
}

TEST(Partition, HalvesOfALongBlockShareOneCrossSection) {
  const HexMesh mesh = block_of({16, 3, 3});
  const auto ranks = partition_elements(mesh, 2);
  const auto quality = measure_partition(mesh, ranks, 2);
  EXPECT_EQ(quality.min_elements, 72);
  EXPECT_EQ(quality.max_elements, 72);
  EXPECT_EQ(quality.shared_faces, 9);
  EXPECT_EQ(quality.max_neighbours, 1);
}

TEST(Partition, IsBalancedAndTheSameEveryTime) {
  const HexMesh mesh = block_of({8, 8, 8}, {true, true, false});
  for (const int n_ranks : {2, 3, 4, 7, 8, 16, 100}) {
    const auto ranks = partition_elements(mesh, n_ranks);
    EXPECT_EQ(ranks, partition_elements(mesh, n_ranks));
    const auto quality = measure_partition(mesh, ranks, n_ranks);
    EXPECT_GE(quality.min_elements, 1);
    EXPECT_DOUBLE_EQ(quality.mean_elements, 512.0 / n_ranks);
    EXPECT_LE(quality.max_elements, 1.05 * quality.mean_elements + 2);
    EXPECT_LT(quality.max_neighbours, n_ranks);
  }
  // Eight cubes of 4 x 4 x 4, or what is as good.
  EXPECT_LE(measure_partition(mesh, partition_elements(mesh, 8), 8).shared_faces, 1.5 * 320);
}

TEST(Partition, SharedFacesAndNeighboursAreCounted) {
  // Two elements around a periodic direction share two faces; four ranks meet at one vertex.
  const HexMesh ring = block_of({2, 1, 1}, {true, false, false});
  EXPECT_EQ(measure_partition(ring, std::vector{0, 1}, 2).shared_faces, 2);
  const HexMesh square = block_of({2, 2, 1});
  const auto quality = measure_partition(square, std::vector{0, 1, 2, 3}, 4);
  EXPECT_EQ(quality.shared_faces, 4);
  EXPECT_EQ(quality.max_neighbours, 3);
}

TEST(Partition, EveryRankHasElementsDownToOneEach) {
  for (const auto& size : {std::array{3, 2, 1}, {5, 1, 1}, {3, 3, 3}}) {
    const HexMesh mesh = block_of(size, {true, false, false});
    const int n = mesh.n_local_elements();
    for (int n_ranks = 1; n_ranks <= n; ++n_ranks) {
      const auto ranks = partition_elements(mesh, n_ranks);
      EXPECT_EQ(std::set<int>(ranks.begin(), ranks.end()).size(),
                static_cast<std::size_t>(n_ranks));
    }
    EXPECT_THROW(partition_elements(mesh, n + 1), base::Error);
  }
}

TEST(Partition, FollowsTheWeights) {
  const HexMesh mesh = block_of({20, 1, 1});
  std::vector<int> weights(20, 1);
  for (int e = 0; e < 5; ++e) weights[e] = 3;
  const auto ranks = partition_elements(mesh, 2, weights);
  long long weight = 0;
  for (int e = 0; e < 20; ++e) weight += ranks[e] == ranks[0] ? weights[e] : 0;
  EXPECT_EQ(weight, 15);
  EXPECT_THROW(partition_elements(mesh, 2, std::vector{1, 2}), base::Error);
}

TEST(Partition, ElementsThatTouchAnotherRankComeFirst) {
  const HexMesh mesh = block_of({6, 5, 4}, {true, false, false});
  const auto touches = [&](int a, int b) {
    return std::ranges::any_of(mesh.vertices[a], [&](std::int64_t v) {
      return std::ranges::find(mesh.vertices[b], v) != mesh.vertices[b].end();
    });
  };
  for (const int n_ranks : {1, 2, 3, 5, 120}) {
    const auto ranks = partition_elements(mesh, n_ranks);
    const auto elements = elements_of_ranks(mesh, ranks, n_ranks);
    ASSERT_EQ(elements.size(), static_cast<std::size_t>(n_ranks));
    for (int rank = 0; rank < n_ranks; ++rank) {
      std::vector<int> first, then;
      for (int e = 0; e < mesh.n_local_elements(); ++e) {
        if (ranks[e] != rank) continue;
        bool touches_another = false;
        for (int other = 0; other < mesh.n_local_elements(); ++other)
          touches_another = touches_another || (ranks[other] != rank && touches(e, other));
        (touches_another ? first : then).push_back(e);
      }
      first.insert(first.end(), then.begin(), then.end());
      EXPECT_EQ(elements[rank], first);
    }
  }
}

TEST(Partition, PartsAreTheMeshOnceOver) {
  const HexMesh mesh = block_of({4, 3, 2}, {false, true, false});
  const auto ranks = partition_elements(mesh, 3);
  const auto ids = global_node_ids(mesh, 3);
  std::size_t n_sides = 0, n_elements = 0;
  for (int rank = 0; rank < 3; ++rank) {
    const HexMesh part = part_of(mesh, elements_of_ranks(mesh, ranks, 3)[rank]);
    const auto part_ids = global_node_ids(part, 3);
    for (std::size_t e = 0; e < part.vertices.size(); ++e) {
      const auto whole = part.element_numbers[e];
      EXPECT_EQ(ranks[whole], rank);
      EXPECT_TRUE(std::equal(part_ids.begin() + 64 * e, part_ids.begin() + 64 * (e + 1),
                             ids.begin() + 64 * whole));
      EXPECT_TRUE(std::equal(part.coordinates.begin() + 24 * e,
                             part.coordinates.begin() + 24 * (e + 1),
                             mesh.coordinates.begin() + 24 * whole));
    }
    for (const BoundarySide& side : part.sides) {
      const auto whole = part.element_numbers[side.element];
      EXPECT_TRUE(std::any_of(mesh.sides.begin(), mesh.sides.end(), [&](const BoundarySide& s) {
        return s.element == whole && s.face == side.face && s.boundary == side.boundary;
      }));
    }
    n_sides += part.sides.size();
    n_elements += part.vertices.size();
  }
  EXPECT_EQ(n_sides, mesh.sides.size());
  EXPECT_EQ(n_elements, mesh.vertices.size());
}

TEST(Partition, SharesOutFluidAndSolidsEach) {
  HexMesh mesh = block_of({4, 8, 4});
  mesh.regions.solids = {"floor"};
  for (int e = 0; e < mesh.n_local_elements(); ++e)
    mesh.regions.of_elements.push_back(e / 4 % 8 < 2 ? 1 : 0);
  const auto weights = weights_of(mesh.regions);
  const auto ranks = partition_elements(mesh, 4, weights);
  const auto elements = elements_of_ranks(mesh, ranks, 4);
  for (const auto& of_rank : elements) {
    EXPECT_NEAR(static_cast<double>(of_rank.size()), 32, 3);
    const HexMesh part = part_of(mesh, of_rank);
    EXPECT_NEAR(part.regions.n_fluid(), 24, 3);
    EXPECT_TRUE(std::ranges::is_sorted(part.regions.of_elements));
    EXPECT_EQ(part.regions.solids, mesh.regions.solids);
  }
}

}  // namespace
}  // namespace lobatto::mesh
