#include "perf/trace_window.hpp"

#include <gtest/gtest.h>

#include "perf/mpi/profile.hpp"

namespace lobatto::perf {
namespace {

using comm::TraceEvent;
using Flow = TraceEvent::Flow;
using Kind = TraceEvent::Kind;
using Trace = std::vector<std::vector<TraceEvent>>;

TraceEvent compute(double seconds) { return {seconds}; }
TraceEvent send(double after, std::uint32_t to, std::uint32_t sequence = 0) {
  return {after, to, 1, sequence, Kind::send};
}
TraceEvent receive(double after, std::uint32_t from, std::uint32_t sequence = 0) {
  return {after, from, 1, sequence, Kind::receive};
}
TraceEvent enter(double after, Flow flow = Flow::all, std::uint32_t root = 0,
                 std::uint32_t sequence = 0) {
  return {after, root, 9, sequence, Kind::enter, flow};
}
TraceEvent leave(Flow flow = Flow::all, std::uint32_t root = 0, std::uint32_t sequence = 0) {
  return {0, root, 9, sequence, Kind::leave, flow};
}

TEST(IdealNetwork, ALateSenderMakesItsReceiverWait) {
  // 0 computes 5 and sends; 1 computes 2, waits until 5, computes 1.
  const Trace trace{{send(5, 1)}, {receive(2, 0), compute(1)}};
  const auto run = replay_on_ideal_network(trace);
  ASSERT_TRUE(run);
  EXPECT_DOUBLE_EQ(run->seconds, 6);
  EXPECT_EQ(run->useful_seconds, (std::vector<double>{5, 3}));
}

TEST(IdealNetwork, AnEarlyMessageIsNotWaitedFor) {
  const Trace trace{{send(1, 1), compute(1)}, {receive(4, 0), compute(1)}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(trace)->seconds, 5);
}

TEST(IdealNetwork, AChainOfDependentMessagesIsSerial) {
  // Each rank computes one second when it has the message of the one before: four in a row.
  const Trace trace{{send(1, 1)},
                    {receive(0, 0), send(1, 2)},
                    {receive(0, 1), send(1, 3)},
                    {receive(0, 2), compute(1)}};
  const auto run = replay_on_ideal_network(trace);
  ASSERT_TRUE(run);
  EXPECT_DOUBLE_EQ(run->seconds, 4);
  const PopMetrics metrics = pop_metrics(run->useful_seconds, 5.0, 1.0 / run->seconds);
  EXPECT_DOUBLE_EQ(metrics.load_balance, 1);
  EXPECT_DOUBLE_EQ(*metrics.serialisation_efficiency, 0.25);
  EXPECT_DOUBLE_EQ(*metrics.transfer_efficiency, 0.8);
  EXPECT_DOUBLE_EQ(metrics.parallel_efficiency, 0.2);
}

TEST(IdealNetwork, MessagesOfAChannelArriveInTheirOrder) {
  // The second message is waited for first.
  const Trace trace{{send(1, 1, 0), send(2, 1, 1)},
                    {receive(0, 0, 1), compute(0.5), receive(0, 0, 0), compute(0.25)}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(trace)->seconds, 3.75);
}

TEST(IdealNetwork, ABarrierWaitsForTheLast) {
  const Trace trace{{enter(1), leave(), compute(3)},
                    {enter(4), leave(), compute(2)},
                    {enter(2), leave(), compute(1)}};
  const auto run = replay_on_ideal_network(trace);
  ASSERT_TRUE(run);
  EXPECT_DOUBLE_EQ(run->seconds, 7);
  // Known imbalance: 4, 6 and 3 seconds of computation.
  const PopMetrics metrics = pop_metrics(run->useful_seconds, 8.0, 6.0 / run->seconds);
  EXPECT_DOUBLE_EQ(metrics.load_balance, 13.0 / 18.0);
  EXPECT_DOUBLE_EQ(*metrics.serialisation_efficiency, 6.0 / 7.0);
  EXPECT_DOUBLE_EQ(*metrics.transfer_efficiency, 7.0 / 8.0);
}

TEST(IdealNetwork, ABroadcastWaitsForItsRootOnly) {
  const Flow flow = Flow::from_root;
  const Trace trace{{enter(5, flow, 1), leave(flow, 1)},
                    {enter(2, flow, 1), leave(flow, 1), compute(1)},
                    {enter(0, flow, 1), leave(flow, 1), compute(1)}};
  const auto run = replay_on_ideal_network(trace);
  EXPECT_DOUBLE_EQ(run->seconds, 5);
  const Trace late{{enter(0, flow, 1), leave(flow, 1), compute(4)},
                   {enter(2, flow, 1), leave(flow, 1)}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(late)->seconds, 6);
}

TEST(IdealNetwork, OnlyTheRootOfAReductionWaits) {
  const Flow flow = Flow::to_root;
  const Trace trace{{enter(1, flow), leave(flow), compute(1)},
                    {enter(3, flow), leave(flow), compute(0.5)},
                    {enter(0, flow), leave(flow), compute(2)}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(trace)->seconds, 4);
}

TEST(IdealNetwork, WorkBetweenTheTwoEndsOfACollectiveHidesIt) {
  TraceEvent last = leave();
  last.computed = 3;
  const Trace trace{{enter(1), last}, {enter(2), last}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(trace)->seconds, 5);
}

TEST(IdealNetwork, WhatWasSentBeforeTheTraceBeganHasArrived) {
  const Trace trace{{compute(3)}, {receive(1, 0, 7), leave(Flow::all, 0, 6), compute(1)}};
  EXPECT_DOUBLE_EQ(replay_on_ideal_network(trace)->seconds, 3);
}

TEST(IdealNetwork, RanksThatWaitForEachOtherForEverAreNotPlayed) {
  const Trace trace{{receive(0, 1), send(0, 1)}, {receive(0, 0), send(0, 0)}};
  EXPECT_FALSE(replay_on_ideal_network(trace));
}

}  // namespace
}  // namespace lobatto::perf
