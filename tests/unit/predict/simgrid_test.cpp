#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "fixed_messages.hpp"
#include "predict/network_sum.hpp"
#include "predict/simgrid_simulator.hpp"

namespace lobatto {
namespace {

using test::FixedMessages;
using Emit = std::function<void(predict::ScheduleSink&)>;

/// Tests of this suite need a program that was built with SimGrid.
class Simgrid : public ::testing::Test {
 protected:
  static constexpr double latency = 5e-6, overhead = 1e-6, bandwidth = 1e9;
  /// Of a step's seconds: SimGrid rounds its clock to 1e-12 s.
  static constexpr double tolerance = 1e-6;

  static double flight(double bytes) { return latency + 2 * overhead + bytes / bandwidth; }
  /// 16 nodes of one core.
  static predict::Machine machine_of_nodes() {
    predict::Machine of_nodes;
    of_nodes.machine = {"test", "", 1, 16, 1, ""};
    of_nodes.core = {1, 10, 0.5};
    of_nodes.in_node = {1e-6, 1e-7, 4};
    of_nodes.between_nodes = predict::Network{latency, overhead, 1e-9 * bandwidth};
    return of_nodes;
  }

  void SetUp() override {
    try {
      simgrid_.emplace();
    } catch (const base::Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  double simulated(const Emit& emit, int n_ranks) {
    return simgrid_->seconds(emit, n_ranks, 7, machine);
  }
  double summed(const Emit& emit, int n_ranks) {
    predict::NetworkSum sum(machine, 7, n_ranks);
    emit(sum);
    return sum.result().seconds;
  }
  /// By both back ends.
  void expect_seconds(const Emit& emit, int n_ranks, double seconds) {
    EXPECT_NEAR(summed(emit, n_ranks), seconds, tolerance * seconds);
    EXPECT_NEAR(simulated(emit, n_ranks), seconds, tolerance * seconds);
  }

  predict::Machine machine = machine_of_nodes();

 private:
  std::optional<predict::SimgridSimulator> simgrid_;
};

TEST_F(Simgrid, AMessageTakesItsFlight) {
  expect_seconds([](auto& sink) { sink.exchange(FixedMessages({{0, 1, 1e6}})); }, 2, flight(1e6));
}

TEST_F(Simgrid, APingPongTakesItsFlights) {
  const Emit ping_pong = [](auto& sink) {
    for (int i = 0; i < 50; ++i) {
      sink.exchange(FixedMessages({{0, 1, 512}}));
      sink.exchange(FixedMessages({{1, 0, 8e4}}));
    }
  };
  expect_seconds(ping_pong, 2, 50 * (flight(512) + flight(8e4)));
}

TEST_F(Simgrid, AReductionTakesItsRounds) {
  const Emit reduce = [](auto& sink) {
    sink.compute("x", [](int) { return kernels::Cost{0, 1e6}; });
    sink.all_reduce({0, 1, 16}, 8000);
  };
  expect_seconds(reduce, 16, 2e-3 + 4 * flight(8000));
  const Emit of_some = [](auto& sink) { sink.all_reduce({1, 3, 4}, 80); };
  expect_seconds(of_some, 16, 2 * flight(80));
}

TEST_F(Simgrid, AMeasuredReductionBeginsWithTheLastRank) {
  machine.reduction = {64e-6, 256};
  const Emit reduce = [](auto& sink) {
    sink.compute("x", [](int rank) { return kernels::Cost{0, rank == 5 ? 1e6 : 0}; });
    for (int i = 0; i < 3; ++i) sink.all_reduce({0, 1, 16}, 8);
  };
  expect_seconds(reduce, 16, 2e-3 + 3 * 32e-6);
}

TEST_F(Simgrid, WithinANodeBothAreTheSameModel) {
  machine.machine.cores_per_node = 8;
  const Emit step = [](auto& sink) {
    sink.compute("x", [](int rank) { return kernels::Cost{0, 1e4 * rank}; });
    sink.exchange(FixedMessages({{0, 1, 1e4}, {0, 2, 1e4}, {1, 0, 300}, {3, 2, 1e5}, {7, 0, 0}}));
    sink.exchange(FixedMessages({{0, 1, 1e9}, {1, 0, 1e9}}, predict::RankSet{0, 1, 2}));
    sink.all_reduce({0, 2, 4}, 80);
  };
  const double seconds = summed(step, 8);
  EXPECT_NEAR(simulated(step, 8), seconds, tolerance * seconds);
}

TEST_F(Simgrid, WhatANodeSendsLeavesWithItsLastRank) {
  machine.machine.cores_per_node = 2;
  const Emit step = [](auto& sink) {
    sink.compute("x", [](int rank) { return kernels::Cost{0, rank == 1 ? 1e6 : 0}; });
    sink.exchange(FixedMessages({{0, 2, 1e6}, {2, 0, 1e6}}));
  };
  EXPECT_NEAR(simulated(step, 4), 2e-3 + flight(1e6), tolerance * flight(1e6));
}

TEST_F(Simgrid, ManySendersToOneShareItsCable) {
  // The sum sees each cable of a sender, and not that all end at the same one.
  const Emit incast = [](auto& sink) {
    std::vector<FixedMessages::Message> messages;
    for (int from = 1; from < 16; ++from) messages.emplace_back(from, 0, 1e6);
    sink.exchange(FixedMessages(messages));
  };
  EXPECT_NEAR(simulated(incast, 16), flight(15e6), tolerance * flight(15e6));
  EXPECT_NEAR(summed(incast, 16), flight(1e6), 0.01 * flight(1e6));
}

/// Each of the first eight nodes sends to one of the others.
void send_across(predict::ScheduleSink& sink) {
  std::vector<FixedMessages::Message> messages;
  for (int node = 0; node < 8; ++node) messages.emplace_back(node, node + 8, 1e6);
  sink.exchange(FixedMessages(messages));
}

TEST_F(Simgrid, PairsAcrossAFatTreeShareWhatItHasAbove) {
  // Two switches of eight nodes, joined by one, by four and by eight cables.
  for (const int cables : {1, 4, 8}) {
    machine.fat_tree = {{8, 1, 1}, {2, 1, cables}};
    const double seconds = flight(1e6 * 8 / cables);
    EXPECT_NEAR(simulated(send_across, 16), seconds, tolerance * seconds) << cables << " cables";
  }
  EXPECT_NEAR(summed(send_across, 16), flight(1e6), tolerance * flight(1e6));
}

TEST_F(Simgrid, PairsAcrossADragonflyShareTheLinkOfTheirGroups) {
  // Groups of two chassis of two routers of two nodes; two groups have one link.
  machine.machine.nodes_per_group = 8;
  machine.dragonfly = predict::Dragonfly{2, 2, 2, 100, 100, 2};
  const double between_groups = latency + 2 * overhead + 8 * 1e6 / 2e9;
  EXPECT_NEAR(simulated(send_across, 16), between_groups, tolerance * between_groups);
  // Within a group: both nodes of a router to those of the other router of the chassis.
  machine.dragonfly = predict::Dragonfly{2, 2, 2, 0.5, 100, 2};
  const Emit within = [](auto& sink) { sink.exchange(FixedMessages({{0, 2, 1e6}, {1, 3, 1e6}})); };
  const double in_chassis = latency + 2 * overhead + 2 * 1e6 / 0.5e9;
  EXPECT_NEAR(simulated(within, 16), in_chassis, tolerance * in_chassis);
  machine.dragonfly = predict::Dragonfly{2, 2, 2, 100, 0.25, 2};
  const Emit across_chassis = [](auto& sink) {
    sink.exchange(FixedMessages({{0, 4, 1e6}, {1, 5, 1e6}}));
  };
  const double in_group = latency + 2 * overhead + 2 * 1e6 / 0.25e9;
  EXPECT_NEAR(simulated(across_chassis, 16), in_group, tolerance * in_group);
}

TEST_F(Simgrid, RanksOfANodeShareItsCable) {
  machine.machine.cores_per_node = 4;
  machine.machine.nodes = 4;
  const Emit all = [](auto& sink) {
    sink.exchange(FixedMessages({{0, 4, 1e6}, {1, 5, 1e6}, {2, 6, 1e6}, {3, 7, 1e6}}));
  };
  expect_seconds(all, 8, flight(4e6));
  // One rank alone has the cable for itself; the sum reckons with those that are not there.
  const Emit one = [](auto& sink) { sink.exchange(FixedMessages({{0, 4, 1e6}})); };
  EXPECT_NEAR(simulated(one, 8), flight(1e6), tolerance * flight(1e6));
}

TEST_F(Simgrid, WhatItCannotHaveIsAnError) {
  machine.machine.nodes = 64;
  machine.machine.nodes_per_group = 8;
  machine.dragonfly = predict::Dragonfly{2, 2, 2, 1, 1, 1};
  EXPECT_THROW(simulated([](auto&) {}, 17), base::Error);
}

}  // namespace
}  // namespace lobatto
