#include "comm/transport/node_relay.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "comm/recorder/recorder.hpp"

namespace lobatto::comm {
namespace {

using Partner = NeighbourTransport::Partner;

/// Which ranks pretend to be alone on a node.
struct Nodes {
  std::string name;
  std::function<int(int)> node_of;
};

class NodesOfRanks : public testing::TestWithParam<Nodes> {};
INSTANTIATE_TEST_SUITE_P(Nodes, NodesOfRanks,
                         testing::Values(Nodes{"one", [](int) { return 0; }},
                                         Nodes{"two", [](int r) { return r / 2; }},
                                         Nodes{"inTurn", [](int r) { return r % 2; }},
                                         Nodes{"alone", [](int r) { return r; }},
                                         Nodes{"firstAlone", [](int r) { return r == 0 ? 0 : 1; }}),
                         [](const auto& tested) { return tested.param.name; });

constexpr int max_fields = 3;

/// Each rank with all but some, and with some of them twice; lengths differ.
std::vector<Partner> partners_of(const Communicator& group) {
  std::vector<Partner> partners;
  for (int r = group.size(); r-- > 0;) {
    const int sum = r + group.rank();
    if (r == group.rank() || sum % 4 == 3) continue;
    partners.push_back({r, static_cast<std::size_t>(1 + 700 * sum)});
    if (sum % 2 == 0) partners.push_back({r, static_cast<std::size_t>(5 + sum)});
  }
  return partners;
}

/// Of the p-th block between two ranks.
double value_of(int from, int to, int p, int field, std::size_t i, int exchange) {
  return from + 10.0 * to + 100.0 * p + 1e3 * field + 1e4 * exchange + 1e6 * static_cast<double>(i);
}

/// visit(partner's index, its rank, how often the rank came before)
template <class Visit>
void for_partners(std::span<const Partner> partners, const Visit& visit) {
  std::map<int, int> n_before;
  for (std::size_t p = 0; p < partners.size(); ++p)
    visit(p, partners[p].rank, n_before[partners[p].rank]++);
}

void write_all(NeighbourTransport& relay, std::span<const Partner> partners, int own, int n_fields,
               int exchange) {
  for_partners(partners, [&](std::size_t p, int rank, int ordinal) {
    for (int field = 0; field < n_fields; ++field)
      for (std::size_t i = 0; i < partners[p].n_values; ++i)
        relay.send_block(p, field)[i] = value_of(own, rank, ordinal, field, i, exchange);
  });
}

void expect_all(const NeighbourTransport& relay, std::span<const Partner> partners, int own,
                int n_fields, int exchange) {
  for_partners(partners, [&](std::size_t p, int rank, int ordinal) {
    for (int field = 0; field < n_fields; ++field)
      for (std::size_t i = 0; i < partners[p].n_values; ++i)
        ASSERT_EQ(relay.recv_block(p, field)[i], value_of(rank, own, ordinal, field, i, exchange));
  });
}

TEST_P(NodesOfRanks, GetEveryBlockFromItsSender) {
  const Communicator world = Communicator::world();
  const Communicator node = world.split(GetParam().node_of(world.rank()), world.rank());
  const auto partners = partners_of(world);
  const auto relay = NodeRelay::create(world, node, partners, max_fields);
  ASSERT_NE(relay, nullptr);
  for (int exchange = 0; exchange < 40; ++exchange) {
    const int n_fields = 1 + exchange % max_fields;
    write_all(*relay, partners, world.rank(), n_fields, exchange);
    relay->begin(n_fields);
    // Some are late, some look often and some never.
    for (int look = 0; look < 7 * ((exchange + world.rank()) % 3); ++look) relay->progress();
    relay->finish();
    EXPECT_TRUE(relay->progress());
    expect_all(*relay, partners, world.rank(), n_fields, exchange);
  }
}

TEST_P(NodesOfRanks, SendOneMessageToEachOtherNode) {
  const Communicator world = Communicator::world();
  const int own_node = GetParam().node_of(world.rank());
  const Communicator node = world.split(own_node, world.rank());
  const auto partners = partners_of(world);
  const std::size_t region = 0;
  MpiRecorder recorder(std::size_t{1} << 20);
  const auto relay = NodeRelay::create(world, node, partners, max_fields);
  world.barrier();
  constexpr int n_exchanges = 6;
  recorder.start(region);
  for (int exchange = 0; exchange < n_exchanges; ++exchange) {
    relay->begin(2);
    relay->finish();
  }
  recorder.stop();

  // Bytes that go to other nodes do so once, and in as few messages as there are other nodes.
  std::set<int> other_nodes;
  double n_values = 0;
  for (const Partner& partner : partners) {
    if (GetParam().node_of(partner.rank) == own_node) continue;
    other_nodes.insert(GetParam().node_of(partner.rank));
    n_values += static_cast<double>(partner.n_values);
  }
  std::vector<double> is_other(static_cast<std::size_t>(world.size()), 0.0);
  for (const int other : other_nodes) is_other[static_cast<std::size_t>(other)] = 1;
  node.max(is_other);
  long long messages = 0, bytes = 0;
  for (const auto& [rank, traffic] : recorder.sent()) {
    if (GetParam().node_of(rank) == own_node) continue;
    messages += traffic.messages;
    bytes += traffic.bytes;
  }
  EXPECT_EQ(node.sum(static_cast<double>(messages)),
            n_exchanges * std::accumulate(is_other.begin(), is_other.end(), 0.0));
  EXPECT_EQ(node.sum(static_cast<double>(bytes)), n_exchanges * 2 * 8 * node.sum(n_values));
  EXPECT_TRUE(recorder.trace_is_whole());
}

TEST(NodeRelay, MessagesToOtherNodesAreSharedOutAmongRanks) {
  const Communicator world = Communicator::world();
  if (world.size() < 4) GTEST_SKIP() << "two ranks on one node, and two other nodes";
  const int own_node = std::max(world.rank() - 1, 0);  // the first two ranks are together
  const Communicator node = world.split(own_node, world.rank());
  std::vector<Partner> partners;
  for (int r = 0; r < world.size(); ++r)
    if (r != world.rank()) partners.push_back({r, 10});
  const NodeRelayPlan plan = plan_node_relay(world, node, partners, 1);
  if (world.rank() < 2) {
    EXPECT_NEAR(static_cast<double>(plan.relays.size()), 0.5 * (world.size() - 2), 0.5);
  }
  for (const auto& relay : plan.relays)
    EXPECT_EQ(relay.n_values, 10U * (relay.peer < 2 || world.rank() < 2 ? 2 : 1));
}

}  // namespace
}  // namespace lobatto::comm
