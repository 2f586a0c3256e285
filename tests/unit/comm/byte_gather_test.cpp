#include "comm/exchange/byte_gather.hpp"

#include <gtest/gtest.h>

#include <string>

namespace lobatto::comm {
namespace {

/// 0, 1, 7, 50000, ... bytes that tell whose they are.
std::size_t length_of(int rank) { return rank % 4 == 3 ? 50000u + rank : rank * rank * 3u; }
std::byte byte_of(int rank, std::size_t at) { return static_cast<std::byte>(17 * rank + 3 * at); }

base::ByteBuffer parcel_of(int rank) {
  base::ByteBuffer parcel;
  for (std::size_t at = 0; at < length_of(rank); ++at) {
    const std::byte byte = byte_of(rank, at);
    parcel.append({&byte, 1});
  }
  return parcel;
}

void expect_parcel(const base::ByteBuffer& parcel, int rank) {
  ASSERT_EQ(parcel.size(), length_of(rank)) << rank;
  for (std::size_t at = 0; at < parcel.size(); ++at)
    ASSERT_EQ(parcel.bytes()[at], byte_of(rank, at)) << rank;
}

void expect_all(const std::vector<base::ByteBuffer>& parcels, const Communicator& group) {
  if (group.rank() != 0) {
    ASSERT_EQ(parcels.size(), 1u);
    return expect_parcel(parcels[0], group.rank());
  }
  ASSERT_EQ(static_cast<int>(parcels.size()), group.size());
  for (int rank = 0; rank < group.size(); ++rank) expect_parcel(parcels[rank], rank);
}

TEST(ByteGather, BringsEveryParcelToTheFirstRank) {
  const auto world = Communicator::world();
  ByteGather gather(world, parcel_of(world.rank()));
  gather.wait();
  EXPECT_TRUE(gather.test());
  expect_all(gather.take(), world);
}

TEST(ByteGather, MovesOnWhileItIsLookedAfterAndUsesMemoryAgain) {
  const auto world = Communicator::world();
  std::vector<base::ByteBuffer> memory;
  for (int repetition = 0; repetition < 3; ++repetition) {
    ByteGather gather(world, parcel_of(world.rank()), std::move(memory));
    while (!gather.test()) {
    }
    memory = gather.take();
    expect_all(memory, world);
  }
}

TEST(ByteGather, GroupsDoNotDisturbOneAnother) {
  const auto world = Communicator::world();
  const auto group = world.split(world.rank() % 2, world.rank());
  ByteGather one(group, parcel_of(group.rank())), other(world, parcel_of(world.rank()));
  other.wait();
  one.wait();
  expect_all(one.take(), group);
  expect_all(other.take(), world);
}

TEST(ByteGather, WaitsAtItsEnd) {
  const auto world = Communicator::world();
  { const ByteGather gather(world, parcel_of(world.rank())); }
  world.barrier();
}

}  // namespace
}  // namespace lobatto::comm
