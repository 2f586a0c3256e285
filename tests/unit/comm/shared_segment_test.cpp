#include "comm/transport/shared_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace lobatto::comm {
namespace {

std::size_t bytes_of(int rank) { return static_cast<std::size_t>(rank) * 5000 + 100; }

TEST(SharedSegment, BeginsZeroOnCacheLines) {
  const Communicator world = Communicator::world();
  const auto segment = SharedSegment::create(world, bytes_of(world.rank()));
  ASSERT_NE(segment, nullptr);
  for (int r = 0; r < world.size(); ++r) {
    const std::byte* part = segment->part(r);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(part) % 64, 0U);
    EXPECT_TRUE(
        std::all_of(part, part + bytes_of(r), [](std::byte b) { return b == std::byte{0}; }));
  }
}

TEST(SharedSegment, EveryRankSeesWhatTheOthersWrite) {
  const Communicator world = Communicator::world();
  const auto segment = SharedSegment::create(world, bytes_of(world.rank()));
  ASSERT_NE(segment, nullptr);
  std::fill_n(segment->part(world.rank()), bytes_of(world.rank()), std::byte(world.rank() + 1));
  world.barrier();
  for (int r = 0; r < world.size(); ++r) {
    const std::byte* part = segment->part(r);
    EXPECT_TRUE(
        std::all_of(part, part + bytes_of(r), [r](std::byte b) { return b == std::byte(r + 1); }));
  }
  world.barrier();
}

TEST(SharedSegment, SegmentsOfTwoGroupsAreApart) {
  const Communicator world = Communicator::world();
  const Communicator part = world.split(world.rank() % 2, 0);
  const auto of_world = SharedSegment::create(world, 64);
  const auto of_part = SharedSegment::create(part, 64);
  ASSERT_NE(of_world, nullptr);
  ASSERT_NE(of_part, nullptr);
  *of_world->part(world.rank()) = std::byte{1};
  *of_part->part(part.rank()) = std::byte{2};
  world.barrier();
  for (int r = 0; r < world.size(); ++r) EXPECT_EQ(*of_world->part(r), std::byte{1});
  for (int r = 0; r < part.size(); ++r) EXPECT_EQ(*of_part->part(r), std::byte{2});
}

TEST(SharedSegment, OutlivesTheRankThatIsDoneFirst) {
  const Communicator world = Communicator::world();
  auto segment = SharedSegment::create(world, 64);
  ASSERT_NE(segment, nullptr);
  *segment->part(world.rank()) = std::byte(world.rank() + 1);
  world.barrier();
  if (world.rank() == 0) segment.reset();
  world.barrier();
  if (world.rank() != 0) {
    EXPECT_EQ(*segment->part(0), std::byte{1});
  }
}

TEST(SharedSegment, TooLargeAWishIsRefusedOnEveryRank) {
  const Communicator world = Communicator::world();
  const bool is_last = world.rank() == world.size() - 1;
  const std::size_t more_than_there_is = std::size_t{1} << 50;
  EXPECT_EQ(SharedSegment::create(world, is_last ? more_than_there_is : 64), nullptr);
}

}  // namespace
}  // namespace lobatto::comm
