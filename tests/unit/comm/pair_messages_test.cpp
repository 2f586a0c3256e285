#include "comm/pair_messages.hpp"

#include <gtest/gtest.h>

namespace lobatto::comm {
namespace {

TEST(PairHalves, EverybodyIsThePartnerOfTheirPartner) {
  for (int size = 1; size <= 9; ++size) {
    int n_alone = 0;
    for (int rank = 0; rank < size; ++rank) {
      const Pairing own = pair_halves(rank, size);
      if (own.partner < 0) {
        ++n_alone;
        continue;
      }
      const Pairing other = pair_halves(own.partner, size);
      EXPECT_EQ(other.partner, rank);
      EXPECT_NE(other.begins, own.begins);
      EXPECT_EQ(own.begins, own.partner == rank + size / 2);
    }
    EXPECT_EQ(n_alone, size % 2);
  }
}

TEST(PairMessages, TakeTimeInAllPatternsAndEndOnAnyNumberOfRanks) {
  const auto world = Communicator::world();
  constexpr std::size_t n_bytes = 1 << 16;
  PairMessages messages(world, pair_halves(world.rank(), world.size()), 8 * n_bytes);
  const bool is_paired = messages.pairing().partner >= 0;
  for (const std::size_t length : {std::size_t{0}, std::size_t{8}, n_bytes}) {
    EXPECT_EQ(messages.ping_pong(length, 10) > 0, is_paired);
    EXPECT_EQ(messages.one_way(length, 4, 5) > 0, is_paired);
    EXPECT_EQ(messages.two_ways(length, 4, 5) > 0, is_paired);
  }
}

/// Twice the messages take longer, also on a crowded machine when there are enough of them.
TEST(PairMessages, MoreMessagesTakeLonger) {
  const auto world = Communicator::world();
  constexpr std::size_t n_bytes = 1 << 18;
  PairMessages messages(world, pair_halves(world.rank(), world.size()), 8 * n_bytes);
  if (messages.pairing().partner < 0) return;
  messages.one_way(n_bytes, 2, 2);
  EXPECT_GT(messages.one_way(n_bytes, 8, 100), messages.one_way(n_bytes, 8, 1));
  EXPECT_GT(messages.two_ways(n_bytes, 8, 100), messages.two_ways(n_bytes, 8, 1));
  EXPECT_GT(messages.ping_pong(n_bytes, 1000), messages.ping_pong(8, 1));
}

}  // namespace
}  // namespace lobatto::comm
