#include "predict/network_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "fixed_messages.hpp"

namespace lobatto {
namespace {

using test::FixedMessages;

constexpr double latency = 2e-6, overhead = 0.5e-6, per_byte = 1e-9;
constexpr double far_latency = 5e-6, far_overhead = 1e-6;

/// 4 cores on each of 8 nodes; a byte takes 1 ns within a node and 0.1 ns of a node's network.
predict::Machine a_machine() {
  predict::Machine machine;
  machine.machine = {"test", "fat tree", 4, 8, 1, ""};
  machine.core = {1, 10, 0.5};
  machine.in_node = {latency, overhead, 1};
  machine.between_nodes = predict::Network{far_latency, far_overhead, 10};
  return machine;
}

double flight(double bytes) { return latency + 2 * overhead + bytes * per_byte; }

TEST(NetworkSum, WorkTakesTheLongerOfTrafficAndOperations) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 2);
  // Rank 0 by 1 GB/s, rank 1 by 10 GFLOP/s, both at half of that.
  sum.compute("a region", [](int rank) {
    return rank == 0 ? kernels::Cost{1e3, 1e6} : kernels::Cost{4e7, 1e6};
  });
  const auto time = sum.result();
  EXPECT_DOUBLE_EQ(time.seconds, 8e-3);
  EXPECT_DOUBLE_EQ(time.compute, 5e-3);
  EXPECT_DOUBLE_EQ(time.waiting, 3e-3);
  EXPECT_EQ(sum.unknown_regions(), std::vector<std::string>{"a region"});
}

TEST(NetworkSum, RegionsReachTheirFractionOfTheNearestOrder) {
  auto machine = a_machine();
  machine.regions = {{"advection", 7, 0.25}, {"advection", 15, 1.0}, {"other", 9, 0.1}};
  EXPECT_DOUBLE_EQ(machine.fraction_of("advection", 10).value(), 0.25);
  EXPECT_DOUBLE_EQ(machine.fraction_of("advection", 31).value(), 1.0);
  EXPECT_FALSE(machine.fraction_of("operator", 7).has_value());
}

TEST(NetworkSum, ARingTakesOneFlight) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 4);
  sum.exchange(FixedMessages({{0, 1, 1e3}, {1, 2, 1e3}, {2, 3, 1e3}, {3, 0, 1e3}}));
  const auto time = sum.result();
  EXPECT_DOUBLE_EQ(time.seconds, flight(1e3));
  EXPECT_DOUBLE_EQ(time.messages, time.seconds);
  EXPECT_EQ(time.n_messages, 4);
  EXPECT_EQ(time.bytes, 4e3);
  EXPECT_EQ(time.bytes_between_nodes, 0);
}

TEST(NetworkSum, APipelineTakesAFlightAStage) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 4);
  for (int rank = 0; rank < 3; ++rank) sum.exchange(FixedMessages({{rank, rank + 1, 512}}));
  EXPECT_DOUBLE_EQ(sum.result().seconds, 3 * flight(512));
}

TEST(NetworkSum, MessagesOfOneSenderFollowEachOther) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 4);
  sum.exchange(FixedMessages({{0, 1, 1e4}, {0, 2, 1e4}, {0, 3, 1e4}}));
  EXPECT_NEAR(sum.result().seconds, flight(3e4), 1e-15);
  // Empty ones follow each other by what the processor spends on them.
  predict::NetworkSum of_empty(machine, 7, 4);
  of_empty.exchange(FixedMessages({{0, 1, 0}, {0, 2, 0}, {0, 3, 0}}));
  EXPECT_NEAR(of_empty.result().seconds, flight(0) + 2 * overhead, 1e-15);
}

TEST(NetworkSum, ReceptionsTakeTheProcessorOfTheReceiver) {
  const auto machine = a_machine();
  auto slow = machine;
  slow.in_node.overhead = 1e-3;
  predict::NetworkSum sum(slow, 7, 4);
  sum.exchange(FixedMessages({{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}));
  EXPECT_DOUBLE_EQ(sum.result().seconds, 3e-3);
}

TEST(NetworkSum, RanksOfANodeShareItsNetwork) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 8);
  sum.exchange(FixedMessages({{0, 4, 1e6}}));
  EXPECT_DOUBLE_EQ(sum.result().seconds, far_latency + 2 * far_overhead + 1e6 * 4 * 1e-10);
  EXPECT_EQ(sum.result().bytes_between_nodes, 1e6);
}

TEST(NetworkSum, GroupsOfNodesHaveTheirOwnLinks) {
  auto machine = a_machine();
  machine.machine.nodes_per_group = 2;
  machine.between_groups = predict::Network{9e-6, far_overhead, 2};
  const auto seconds = [&](int to) {
    predict::NetworkSum sum(machine, 7, 32);
    sum.exchange(FixedMessages({{0, to, 1e6}}));
    return sum.result().seconds;
  };
  EXPECT_DOUBLE_EQ(seconds(7), far_latency + 2 * far_overhead + 1e6 * 4 * 1e-10);
  EXPECT_DOUBLE_EQ(seconds(8), 9e-6 + 2 * far_overhead + 1e6 * 4 * 5e-10);
  predict::NetworkSum sum(machine, 7, 32);
  sum.all_reduce({0, 1, 32}, 0);
  EXPECT_DOUBLE_EQ(sum.result().seconds,
                   2 * flight(0) + far_latency + 2 * far_overhead + 2 * (9e-6 + 2 * far_overhead));
}

TEST(NetworkSum, BlocksInSharedMemoryTakeLatencyAlone) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 8);
  sum.exchange(FixedMessages({{0, 1, 1e9}, {1, 0, 1e9}}, predict::RankSet{0, 1, 2}));
  EXPECT_DOUBLE_EQ(sum.result().seconds, latency);
}

TEST(NetworkSum, AReductionTakesItsRoundsAfterTheLastRank) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 4);
  sum.compute("x", [](int rank) { return kernels::Cost{0, rank == 2 ? 1e6 : 0}; });
  sum.all_reduce({0, 1, 3}, 80);
  const auto time = sum.result();
  EXPECT_DOUBLE_EQ(time.seconds, 2e-3 + 2 * flight(80));
  EXPECT_DOUBLE_EQ(time.messages, 3 * 2 * flight(80) / 4);
}

TEST(NetworkSum, AReductionGoesThroughNodesFirst) {
  const auto machine = a_machine();
  predict::NetworkSum sum(machine, 7, 32);
  sum.all_reduce({0, 1, 32}, 0);
  const double far = far_latency + 2 * far_overhead;
  EXPECT_DOUBLE_EQ(sum.result().seconds, 2 * flight(0) + 3 * far);
  // Ranks that are four apart are on different nodes.
  predict::NetworkSum apart(machine, 7, 32);
  apart.all_reduce({1, 4, 8}, 0);
  EXPECT_DOUBLE_EQ(apart.result().seconds, 3 * far);
}

TEST(NetworkSum, AMeasuredReductionIsScaledByItsRounds) {
  auto machine = a_machine();
  machine.reduction = {64e-6, 256};
  predict::NetworkSum sum(machine, 7, 16);
  sum.all_reduce({0, 1, 16}, 8);
  EXPECT_DOUBLE_EQ(sum.result().seconds, 32e-6);
}

TEST(NetworkSum, TheOrderInWhichMessagesAreListedDoesNotMatter) {
  const auto machine = a_machine();
  std::vector<FixedMessages::Message> messages;
  for (int from = 0; from < 8; ++from)
    for (const int away : {1, 3, 4}) messages.emplace_back(from, (from + away) % 8, 1e3);
  const auto seconds = [&] {
    predict::NetworkSum sum(machine, 7, 8);
    sum.compute("x", [](int rank) { return kernels::Cost{0, 1e3 * rank}; });
    sum.exchange(FixedMessages(messages));
    return sum.result().seconds;
  };
  const double before = seconds();
  // Those of one sender stay in their order.
  std::ranges::stable_sort(messages, std::greater{}, [](const auto& m) { return std::get<0>(m); });
  EXPECT_DOUBLE_EQ(seconds(), before);
}

TEST(NetworkSum, TheSpreadIsTheOneThatWasAskedFor) {
  auto machine = a_machine();
  machine.machine.nodes = 5000;
  machine.spread.regions = 0.05;
  const int n_ranks = 20000;
  predict::NetworkSum sum(machine, 7, n_ranks);
  sum.compute("x", [](int) { return kernels::Cost{0, 1e6}; });
  const auto time = sum.result();
  EXPECT_NEAR(time.compute, 2e-3, 5 * 0.05 * 2e-3 / std::sqrt(n_ranks));
  // The largest of 20,000 normal numbers lies 4.1 deviations above, give or take 0.3.
  EXPECT_NEAR(time.slowest_compute, 2e-3 * (1 + 4.1 * 0.05), 2e-3 * 3 * 0.3 * 0.05);
  // Twice the work of a core with its own speed is no nearer to the mean; two regions are.
  machine.spread = {0.05, 0};
  predict::NetworkSum of_cores(machine, 7, n_ranks);
  for (int i = 0; i < 2; ++i) of_cores.compute("x", [](int) { return kernels::Cost{0, 1e6}; });
  EXPECT_GT(of_cores.result().slowest_compute, 4e-3 * (1 + 3.2 * 0.05));
}

TEST(NetworkSum, MoreRanksThanCoresAreRefused) {
  const auto machine = a_machine();
  EXPECT_THROW(predict::NetworkSum(machine, 7, 33), base::Error);
}

}  // namespace
}  // namespace lobatto
