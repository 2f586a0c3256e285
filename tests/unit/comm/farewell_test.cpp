#include "comm/agreement/farewell.hpp"

#include <gtest/gtest.h>

namespace lobatto::comm {
namespace {

constexpr int tag = 77;

TEST(Farewell, NobodyIsAbsentWhereAllCome) { EXPECT_FALSE(wait_for_all(std::nullopt, tag)); }

TEST(Farewell, WhoWaitsHearsOfTheRankThatNeverComes) {
  const auto world = Communicator::world();
  const int last = world.size() - 1;
  if (last == 0) GTEST_SKIP() << "one rank waits for nobody";
  if (world.rank() == last) {
    for (int rank = 0; rank < last; ++rank)
      MPI_Send(nullptr, 0, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
  } else {
    const auto found = wait_for_all(std::nullopt, tag);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->absent, last);
    EXPECT_EQ(found->waiting, world.rank());
    MPI_Recv(nullptr, 0, MPI_BYTE, last, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  world.barrier();
  if (world.rank() == last) {
    EXPECT_FALSE(wait_for_all(std::nullopt, tag));  // what the others wait in
  }
  world.barrier();
}

}  // namespace
}  // namespace lobatto::comm
