#include "machine/placement/rank_placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "base/error.hpp"
#include "message_of.hpp"

namespace lobatto::machine {
namespace {

/// Ranks on a grid of n_x x n_y that exchange 1 with each neighbour in both directions, numbered by
/// `number`.
RankTraffic grid(int n_x, int n_y, const std::vector<int>& number) {
  std::vector<RankFlow> flows;
  for (int y = 0; y < n_y; ++y) {
    for (int x = 0; x < n_x; ++x) {
      const int here = number[y * n_x + x];
      if (x + 1 < n_x) flows.push_back({here, number[y * n_x + x + 1], 1.0});
      if (x + 1 < n_x) flows.push_back({number[y * n_x + x + 1], here, 1.0});
      if (y + 1 < n_y) flows.push_back({here, number[(y + 1) * n_x + x], 2.0});
    }
  }
  return sum_of_flows(n_x * n_y, flows);
}

std::vector<int> numbers(int count) {
  std::vector<int> all(count);
  for (int i = 0; i < count; ++i) all[i] = i;
  return all;
}

std::vector<int> counts_of(const std::vector<int>& nodes, std::size_t n_nodes) {
  std::vector<int> counts(n_nodes, 0);
  for (const int node : nodes) ++counts[node];
  return counts;
}

/// The least traffic of all ways to put the ranks on two nodes, by trying them.
double least_of_two_nodes(const RankTraffic& traffic, int on_first) {
  std::vector<int> nodes(traffic.n_ranks(), 1);
  std::fill(nodes.begin(), nodes.begin() + on_first, 0);
  double least = std::numeric_limits<double>::infinity();
  do {
    least = std::min(least, traffic_between_nodes(traffic, nodes).between_nodes);
  } while (std::next_permutation(nodes.begin(), nodes.end()));
  return least;
}

TEST(RankPlacement, CountsWhatCrossesNodes) {
  const std::vector<RankFlow> flows{{0, 1, 5}, {1, 0, 7}, {1, 2, 100}, {2, 2, 1000}, {3, 0, 20}};
  const auto traffic = sum_of_flows(4, flows);
  const auto crossing = traffic_between_nodes(traffic, std::vector<int>{0, 1, 1, 2});
  EXPECT_EQ(crossing.between_nodes, 5 + 7 + 20);
  EXPECT_EQ(crossing.worst_node, 5 + 7 + 20);
  EXPECT_EQ(traffic_between_nodes(traffic, std::vector<int>{0, 0, 0, 0}).between_nodes, 0);
}

TEST(RankPlacement, FillsNodesInOrder) {
  EXPECT_EQ(fill_in_order(5, std::vector<int>{2, 4, 8}), (std::vector<int>{0, 0, 1, 1, 1}));
  EXPECT_EQ(message_of<base::Error>([] { (void)fill_in_order(7, std::vector<int>{2, 4}); }),
            "7 ranks do not fit on 2 nodes with 6 slots together");
}

TEST(RankPlacement, FindsTheBestOfAllPlacementsOfSmallGrids) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 20; ++trial) {
    auto number = numbers(12);
    std::ranges::shuffle(number, random);
    const auto traffic = grid(4, 3, number);
    for (const int on_first : {4, 6}) {
      const auto start = fill_in_order(12, std::vector<int>{on_first, 12});
      const auto placed = place_ranks(traffic, start);
      EXPECT_EQ(counts_of(placed, 2), counts_of(start, 2));
      EXPECT_EQ(traffic_between_nodes(traffic, placed).between_nodes,
                least_of_two_nodes(traffic, on_first))
          << trial;
    }
  }
}

TEST(RankPlacement, BringsShuffledBlocksTogetherAgain) {
  // 16 x 16 ranks on 16 nodes: blocks of 4 x 4 exchange 3 * 2 * 16 + 3 * 2 * 16 = 192.
  auto number = numbers(256);
  std::mt19937 random(7);
  std::ranges::shuffle(number, random);
  const auto traffic = grid(16, 16, number);
  const auto start = fill_in_order(256, std::vector<int>(16, 16));
  const auto placed = place_ranks(traffic, start);
  EXPECT_EQ(counts_of(placed, 16), std::vector<int>(16, 16));
  EXPECT_LT(traffic_between_nodes(traffic, placed).between_nodes, 1.25 * 192);
  EXPECT_GT(traffic_between_nodes(traffic, start).between_nodes, 4 * 192);
}

TEST(RankPlacement, KeepsUnequalNodesFull) {
  const auto traffic = grid(6, 5, numbers(30));
  const std::vector<int> slots{1, 7, 2, 13, 7};
  const auto start = fill_in_order(30, slots);
  const auto placed = place_ranks(traffic, start);
  EXPECT_EQ(counts_of(placed, 5), slots);
  EXPECT_LE(traffic_between_nodes(traffic, placed).between_nodes,
            traffic_between_nodes(traffic, start).between_nodes);
}

TEST(RankPlacement, LeavesRanksThatExchangeNothing) {
  const auto traffic = sum_of_flows(4, std::vector<RankFlow>{});
  const std::vector<int> start{0, 1, 0, 1};
  EXPECT_EQ(place_ranks(traffic, start), start);
}

TEST(RankPlacement, RefusesRanksThatAreNotThere) {
  EXPECT_EQ(
      message_of<base::Error>([] { (void)sum_of_flows(2, std::vector<RankFlow>{{0, 2, 1}}); }),
      "the communication matrix has a rank 2 among 2 ranks");
}

}  // namespace
}  // namespace lobatto::machine
