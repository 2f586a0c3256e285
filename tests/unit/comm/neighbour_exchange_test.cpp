#include "comm/exchange/neighbour_exchange.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace lobatto::comm {
namespace {

double value_sent(int from, int to, std::size_t i, int exchange) {
  return from + 100.0 * to + 1e4 * static_cast<double>(i) + 1e8 * exchange;
}

/// All pairs of ranks whose sum is not a multiple of three; the message grows with the sum.
std::vector<NeighbourExchange::Partner> some_partners(const Communicator& group) {
  std::vector<NeighbourExchange::Partner> partners;
  for (int r = 0; r < group.size(); ++r) {
    if (r == group.rank() || (r + group.rank()) % 3 == 0) continue;
    partners.push_back({r, static_cast<std::size_t>(3 + 1000 * (r + group.rank()))});
  }
  return partners;
}

class NeighbourRoutes : public testing::TestWithParam<NeighbourRoute> {};
INSTANTIATE_TEST_SUITE_P(Routes, NeighbourRoutes,
                         testing::Values(NeighbourRoute::automatic, NeighbourRoute::rank_to_rank,
                                         NeighbourRoute::by_nodes));

void fill(NeighbourExchange& neighbours, int rank, int n_fields, int exchange) {
  for (std::size_t p = 0; p < neighbours.partners().size(); ++p)
    for (int field = 0; field < n_fields; ++field) {
      const std::span<double> buffer = neighbours.send_buffer(p, field);
      ASSERT_EQ(buffer.size(), neighbours.partners()[p].n_values);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        buffer[i] = value_sent(rank, neighbours.partners()[p].rank, i, exchange) + 0.25 * field;
    }
}

void expect_arrived(const NeighbourExchange& neighbours, int rank, int n_fields, int exchange) {
  for (std::size_t p = 0; p < neighbours.partners().size(); ++p)
    for (int field = 0; field < n_fields; ++field) {
      const std::span<const double> buffer = neighbours.recv_buffer(p, field);
      ASSERT_EQ(buffer.size(), neighbours.partners()[p].n_values);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        ASSERT_EQ(buffer[i],
                  value_sent(neighbours.partners()[p].rank, rank, i, exchange) + 0.25 * field);
    }
}

TEST_P(NeighbourRoutes, DeliverEveryExchangeToItsPartner) {
  const Communicator world = Communicator::world();
  NeighbourExchange neighbours(world, some_partners(world), 1, GetParam());
  for (int exchange = 0; exchange < 5; ++exchange) {
    fill(neighbours, world.rank(), 1, exchange);
    neighbours.begin();
    neighbours.finish();
    expect_arrived(neighbours, world.rank(), 1, exchange);
  }
}

TEST_P(NeighbourRoutes, CarryAsManyFieldsAsAreAskedFor) {
  const Communicator world = Communicator::world();
  NeighbourExchange neighbours(world, some_partners(world), 3, GetParam());
  int exchange = 0;
  for (const int n_fields : {2, 3, 1, 2}) {
    fill(neighbours, world.rank(), n_fields, ++exchange);
    neighbours.begin(n_fields);
    neighbours.finish();
    expect_arrived(neighbours, world.rank(), n_fields, exchange);
  }
}

TEST_P(NeighbourRoutes, LongMessagesArriveByProgressAlone) {
  // Too long to be sent before the partner has said where to.
  const Communicator world = Communicator::world();
  std::vector<NeighbourExchange::Partner> partners;
  for (int r = 0; r < world.size(); ++r)
    if (r != world.rank()) partners.push_back({r, 200'000});
  NeighbourExchange neighbours(world, partners, 1, GetParam());
  EXPECT_TRUE(neighbours.progress());
  for (int exchange = 0; exchange < 3; ++exchange) {
    fill(neighbours, world.rank(), 1, exchange);
    neighbours.begin();
    while (!neighbours.progress()) {
    }
    expect_arrived(neighbours, world.rank(), 1, exchange);
    EXPECT_TRUE(neighbours.progress());
    neighbours.finish();
  }
}

TEST(NeighbourExchange, TwoPatternsOnOneGroupDoNotMix) {
  const Communicator world = Communicator::world();
  NeighbourExchange first(world, some_partners(world));
  NeighbourExchange second(world, some_partners(world));
  for (std::size_t p = 0; p < first.partners().size(); ++p) {
    first.send_buffer(p)[0] = 1 + world.rank();
    second.send_buffer(p)[0] = -1 - world.rank();
  }
  first.begin();
  second.begin();
  second.finish();
  first.finish();
  for (std::size_t p = 0; p < first.partners().size(); ++p) {
    EXPECT_EQ(first.recv_buffer(p)[0], 1 + first.partners()[p].rank);
    EXPECT_EQ(second.recv_buffer(p)[0], -1 - first.partners()[p].rank);
  }
}

TEST(NeighbourExchange, WithoutPartnersNothingHappens) {
  const Communicator world = Communicator::world();
  NeighbourExchange neighbours(world, {});
  neighbours.begin();
  neighbours.finish();
  EXPECT_TRUE(neighbours.partners().empty());
}

TEST(NeighbourExchange, RefusesItselfAsPartner) {
  const Communicator world = Communicator::world();
  EXPECT_THROW(NeighbourExchange(world, {{world.rank(), 1}}), base::Error);
  EXPECT_THROW(NeighbourExchange(world, {{world.size(), 1}}), base::Error);
  EXPECT_THROW(NeighbourExchange(world, {{-1, 1}}), base::Error);
}

}  // namespace
}  // namespace lobatto::comm
