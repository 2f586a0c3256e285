#include "comm/neighbour_exchange.hpp"

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

TEST(NeighbourExchange, DeliversEveryExchangeToItsPartner) {
  const Communicator world = Communicator::world();
  NeighbourExchange neighbours(world, some_partners(world));
  for (int exchange = 0; exchange < 5; ++exchange) {
    for (std::size_t p = 0; p < neighbours.partners().size(); ++p) {
      const std::span<double> buffer = neighbours.send_buffer(p);
      EXPECT_EQ(buffer.size(), neighbours.partners()[p].n_values);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        buffer[i] = value_sent(world.rank(), neighbours.partners()[p].rank, i, exchange);
    }
    neighbours.begin();
    neighbours.finish();
    for (std::size_t p = 0; p < neighbours.partners().size(); ++p) {
      const std::span<const double> buffer = neighbours.recv_buffer(p);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        ASSERT_EQ(buffer[i], value_sent(neighbours.partners()[p].rank, world.rank(), i, exchange));
    }
  }
}

TEST(NeighbourExchange, CarriesAsManyFieldsAsAreAskedFor) {
  const Communicator world = Communicator::world();
  constexpr int max_fields = 3;
  NeighbourExchange neighbours(world, some_partners(world), max_fields);
  for (const int n_fields : {2, 3, 1, 2}) {
    for (std::size_t p = 0; p < neighbours.partners().size(); ++p) {
      const std::span<double> buffer = neighbours.send_buffer(p);
      ASSERT_EQ(buffer.size(), max_fields * neighbours.partners()[p].n_values);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        buffer[i] = value_sent(world.rank(), neighbours.partners()[p].rank, i, n_fields);
    }
    neighbours.begin(n_fields);
    neighbours.finish();
    for (std::size_t p = 0; p < neighbours.partners().size(); ++p) {
      const std::size_t n_sent =
          static_cast<std::size_t>(n_fields) * neighbours.partners()[p].n_values;
      for (std::size_t i = 0; i < n_sent; ++i)
        ASSERT_EQ(neighbours.recv_buffer(p)[i],
                  value_sent(neighbours.partners()[p].rank, world.rank(), i, n_fields));
    }
  }
}

TEST(NeighbourExchange, LongMessagesArriveByProgressAlone) {
  // Too long to be sent before the partner has said where to.
  const Communicator world = Communicator::world();
  std::vector<NeighbourExchange::Partner> partners;
  for (int r = 0; r < world.size(); ++r)
    if (r != world.rank()) partners.push_back({r, 200'000});
  NeighbourExchange neighbours(world, partners);
  for (int exchange = 0; exchange < 3; ++exchange) {
    for (std::size_t p = 0; p < partners.size(); ++p) {
      const std::span<double> buffer = neighbours.send_buffer(p);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        buffer[i] = value_sent(world.rank(), partners[p].rank, i, exchange);
    }
    neighbours.begin();
    while (!neighbours.progress()) {
    }
    for (std::size_t p = 0; p < partners.size(); ++p) {
      const std::span<const double> buffer = neighbours.recv_buffer(p);
      for (std::size_t i = 0; i < buffer.size(); ++i)
        ASSERT_EQ(buffer[i], value_sent(partners[p].rank, world.rank(), i, exchange));
    }
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
}

}  // namespace
}  // namespace lobatto::comm
