#include "comm/exchange/all_to_all.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace lobatto::comm {
namespace {

std::size_t length(int from, int to) { return static_cast<std::size_t>((from + to) % 3) * 701 + 5; }

double stamp(int from, int to, std::size_t i, int exchange) {
  return from + 10.0 * to + 100.0 * static_cast<double>(i) + 1e6 * exchange;
}

/// Every test holds whatever way the blocks travel; the ranks of a test share a node.
class AllToAllTest : public ::testing::TestWithParam<Transport> {};

AllToAll uneven_pattern(const Communicator& group, Transport transport) {
  std::vector<std::size_t> send_counts, recv_counts;
  for (int r = 0; r < group.size(); ++r) {
    send_counts.push_back(length(group.rank(), r));
    recv_counts.push_back(length(r, group.rank()));
  }
  return AllToAll(group, send_counts, recv_counts, transport);
}

void pack(AllToAll& blocks, const Communicator& group, int exchange) {
  for (int r = 0; r < group.size(); ++r) {
    double* block = blocks.send_block(r);
    for (std::size_t i = 0; i < length(group.rank(), r); ++i)
      block[i] = stamp(group.rank(), r, i, exchange);
  }
}

void expect_received(const AllToAll& blocks, const Communicator& group, int exchange) {
  for (int r = 0; r < group.size(); ++r) {
    const double* block = blocks.recv_block(r);
    for (std::size_t i = 0; i < length(r, group.rank()); ++i)
      ASSERT_EQ(block[i], stamp(r, group.rank(), i, exchange))
          << "block of rank " << r << ", value " << i;
  }
}

TEST_P(AllToAllTest, DeliversEveryExchange) {
  const Communicator world = Communicator::world();
  AllToAll blocks = uneven_pattern(world, GetParam());
  for (int exchange = 0; exchange < 7; ++exchange) {
    pack(blocks, world, exchange);
    blocks.begin();
    blocks.finish();
    expect_received(blocks, world, exchange);
  }
}

TEST_P(AllToAllTest, PackingTheNextExchangeLeavesTheLastOneReadable) {
  const Communicator world = Communicator::world();
  AllToAll blocks = uneven_pattern(world, GetParam());
  pack(blocks, world, 0);
  for (int exchange = 0; exchange < 7; ++exchange) {
    blocks.begin();
    blocks.finish();
    pack(blocks, world, exchange + 1);
    expect_received(blocks, world, exchange);
  }
}

TEST_P(AllToAllTest, OwnBlockStaysInPlaceAndIsReadableBeforeTheOthers) {
  const Communicator world = Communicator::world();
  const int own = world.rank();
  AllToAll blocks = uneven_pattern(world, GetParam());
  for (int exchange = 0; exchange < 3; ++exchange) {
    double* sent = blocks.send_block(own);
    sent[0] = exchange + 0.25;
    blocks.begin();
    EXPECT_EQ(blocks.recv_block(own), sent);
    EXPECT_EQ(blocks.recv_block(own)[0], exchange + 0.25);
    blocks.finish();
    EXPECT_EQ(blocks.recv_block(own), sent);
  }
}

TEST_P(AllToAllTest, OneRankFarAheadOfTheOthersDisturbsNoBlock) {
  const Communicator world = Communicator::world();
  AllToAll blocks = uneven_pattern(world, GetParam());
  pack(blocks, world, 0);
  for (int exchange = 0; exchange < 40; ++exchange) {
    blocks.begin();
    blocks.finish();
    // Whoever is in turn reads late, while all others have packed and begun the next exchange.
    if (exchange % world.size() == world.rank()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    expect_received(blocks, world, exchange);
    pack(blocks, world, exchange + 1);
  }
}

TEST_P(AllToAllTest, MovedPatternKeepsItsBlocks) {
  const Communicator world = Communicator::world();
  AllToAll first = uneven_pattern(world, GetParam());
  pack(first, world, 3);
  AllToAll second = std::move(first);
  second.begin();
  second.finish();
  expect_received(second, world, 3);
}

TEST_P(AllToAllTest, BlocksBeginOnCacheLines) {
  const Communicator world = Communicator::world();
  AllToAll blocks = uneven_pattern(world, GetParam());
  for (int exchange = 0; exchange < 2; ++exchange) {
    for (int r = 0; r < world.size(); ++r) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.send_block(r)) % 64, 0U);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(blocks.recv_block(r)) % 64, 0U);
    }
    blocks.begin();
    blocks.finish();
  }
}

TEST_P(AllToAllTest, CountsTheBytesThatTravel) {
  const Communicator world = Communicator::world();
  std::size_t expected = 0;
  for (int r = 0; r < world.size(); ++r) {
    if (r != world.rank()) expected += 8 * length(world.rank(), r);
  }
  EXPECT_EQ(uneven_pattern(world, GetParam()).bytes_per_exchange(), expected);
}

TEST_P(AllToAllTest, EmptyBlocksAreAllowed) {
  const Communicator world = Communicator::world();
  // Only rank 0 sends, to everybody else.
  const bool is_root = world.rank() == 0;
  std::vector<std::size_t> send_counts(static_cast<std::size_t>(world.size()), is_root ? 3 : 0);
  std::vector<std::size_t> recv_counts(static_cast<std::size_t>(world.size()), 0);
  send_counts[0] = 0;
  recv_counts[0] = is_root ? 0 : 3;
  AllToAll blocks(world, send_counts, recv_counts, GetParam());
  for (int exchange = 0; exchange < 3; ++exchange) {
    for (int r = 1; is_root && r < world.size(); ++r) blocks.send_block(r)[2] = 10 * exchange + r;
    blocks.begin();
    blocks.finish();
    if (!is_root) {
      EXPECT_EQ(blocks.recv_block(0)[2], 10 * exchange + world.rank());
    }
  }
}

TEST_P(AllToAllTest, WorksOnPartsOfTheWorldAtTheSameTime) {
  const Communicator world = Communicator::world();
  const Communicator part = world.split(world.rank() % 2, world.rank());
  AllToAll in_world = uneven_pattern(world, GetParam());
  AllToAll in_part = uneven_pattern(part, GetParam());
  for (int exchange = 0; exchange < 4; ++exchange) {
    pack(in_world, world, exchange);
    pack(in_part, part, -exchange);
    in_world.begin();
    in_part.begin();
    in_part.finish();
    in_world.finish();
    expect_received(in_world, world, exchange);
    expect_received(in_part, part, -exchange);
  }
}

TEST_P(AllToAllTest, RefusesPatternsThatCannotBe) {
  const Communicator world = Communicator::world();
  const auto n_ranks = static_cast<std::size_t>(world.size());
  const std::vector<std::size_t> right(n_ranks, 4);
  const std::vector<std::size_t> too_many(n_ranks + 1, 4);
  EXPECT_THROW(AllToAll(world, right, too_many, GetParam()), base::Error);
  std::vector<std::size_t> other_own = right;
  other_own[static_cast<std::size_t>(world.rank())] = 5;
  EXPECT_THROW(AllToAll(world, right, other_own, GetParam()), base::Error);
}

std::string name_of(const ::testing::TestParamInfo<Transport>& tested) {
  switch (tested.param) {
    case Transport::automatic:
      return "automatic";
    case Transport::messages:
      return "messages";
    case Transport::shared_memory:
      return "shared_memory";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(Transports, AllToAllTest,
                         ::testing::Values(Transport::automatic, Transport::messages,
                                           Transport::shared_memory),
                         name_of);

}  // namespace
}  // namespace lobatto::comm
