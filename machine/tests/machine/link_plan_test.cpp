#include "machine/links/link_plan.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "machine/links/link_classes.hpp"

namespace lobatto::machine {
namespace {

TEST(Tournament, EverybodyMeetsEverybodyOnce) {
  EXPECT_EQ(n_tournament_rounds(1), 0);
  for (int n = 2; n <= 17; ++n) {
    std::set<std::pair<int, int>> met;
    EXPECT_EQ(n_tournament_rounds(n), n % 2 == 0 ? n - 1 : n);
    for (int round = 0; round < n_tournament_rounds(n); ++round) {
      for (int i = 0; i < n; ++i) {
        const int other = opponent(n, round, i);
        if (other < 0) continue;
        EXPECT_NE(other, i);
        EXPECT_EQ(opponent(n, round, other), i);
        EXPECT_TRUE(other < i || met.emplace(i, other).second) << n << ", " << round << ", " << i;
      }
    }
    EXPECT_EQ(static_cast<int>(met.size()), n * (n - 1) / 2);
  }
}

/// How often each pair of ranks meets.
std::map<std::pair<int, int>, int> meetings(const LinkPlan& plan, int n_ranks, bool within) {
  std::map<std::pair<int, int>, int> count;
  for (int round = 0; round < plan.n_rounds(); ++round) {
    if (plan.is_within_nodes(round) != within) continue;
    for (int rank = 0; rank < n_ranks; ++rank) {
      const auto [partner, begins] = plan.pairing(round, rank);
      if (partner < 0) continue;
      const auto other = plan.pairing(round, partner);
      EXPECT_EQ(other.partner, rank);
      EXPECT_NE(other.begins, begins);
      const auto nodes = plan.node_of_rank();
      EXPECT_EQ(begins, within ? rank < partner : nodes[rank] < nodes[partner]);
      if (begins) ++count[{rank, partner}];
    }
  }
  return count;
}

TEST(LinkPlan, TriesAllPairsOfANodeAndAllPairsOfNodes) {
  // Nodes of 3, 2 and 4 ranks that are dealt out in turn.
  const std::vector<int> nodes{0, 1, 2, 0, 1, 2, 0, 2, 2};
  const LinkPlan plan(nodes);
  std::map<std::pair<int, int>, int> within, between;
  for (int a = 0; a < 9; ++a)
    for (int b = a + 1; b < 9; ++b)
      if (nodes[a] == nodes[b]) within[{a, b}] = 1;
  EXPECT_EQ(meetings(plan, 9, true), within);
  // The ranks of the same place, as many as the smaller node has.
  between = {{{0, 1}, 1}, {{3, 4}, 1}, {{0, 2}, 1}, {{3, 5}, 1},
             {{6, 7}, 1}, {{1, 2}, 1}, {{4, 5}, 1}};
  EXPECT_EQ(meetings(plan, 9, false), between);
  EXPECT_EQ(plan.place_of_rank()[6], 2);
}

TEST(LinkPlan, HasNoRoundsForOneRank) { EXPECT_EQ(LinkPlan({0}).n_rounds(), 0); }

TEST(LinkClasses, AreNamedAfterTheInnermostLevelInCommon) {
  const Topology topology{
      {"row", "cabinet"},
      {{"a", {"1", "x"}}, {"b", {"1", "x"}}, {"c", {"1", "y"}}, {"d", {"2", "x"}}}};
  EXPECT_EQ(class_between(topology, "a", "b"), "within_cabinet");
  EXPECT_EQ(class_between(topology, "a", "c"), "within_row");
  EXPECT_EQ(class_between(topology, "a", "d"), "between_nodes");
  EXPECT_EQ(class_between(topology, "a", "stranger"), "between_nodes");
  EXPECT_EQ(class_between({}, "a", "b"), "between_nodes");
}

TEST(LinkClasses, WithinANodeAreNamedAfterTheInnermostThatBothShare) {
  const CorePlace place{0, 1, 2}, other_cache{0, 1, 3}, other_numa_node{0, 0, 0},
      other_socket{1, 2, 4};
  EXPECT_EQ(class_within(place, place), "within_cache");
  EXPECT_EQ(class_within(place, other_cache), "within_numa_node");
  EXPECT_EQ(class_within(place, other_numa_node), "within_socket");
  EXPECT_EQ(class_within(place, other_socket), "within_node");
  EXPECT_EQ(class_within({0, -1, -1}, {0, -1, -1}), "within_socket");
  EXPECT_EQ(class_within({}, {}), "within_node");
  EXPECT_TRUE(is_link_class(measurement_of_class("within_node")));
  EXPECT_FALSE(is_link_class("message_latency"));
}

}  // namespace
}  // namespace lobatto::machine
