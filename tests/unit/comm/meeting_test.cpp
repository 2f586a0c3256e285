#include "comm/agreement/meeting.hpp"

#include <gtest/gtest.h>

namespace lobatto::comm {
namespace {

using std::chrono::milliseconds;

TEST(Meeting, HasNoDifferenceWhereAllComeForTheSame) {
  Meeting meeting(Communicator::world());
  for (const char* words : {"step()", "step()", "", "mean()"})
    EXPECT_FALSE(meeting.meet({3, words}).has_value());
}

TEST(Meeting, TellsAllRanksOfTheLowestThatCameForSomethingElse) {
  const auto world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  Meeting meeting(world);
  const int odd = world.size() / 2;
  const bool is_odd = world.rank() >= odd;
  const auto found = meeting.meet({is_odd ? 2 : 1, is_odd ? "close()" : "step()"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->rank, odd);
  EXPECT_EQ(found->words_of_first, "step()");
  EXPECT_EQ(found->words_of_rank, "close()");
  ASSERT_EQ(found->sorts.size(), static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank)
    EXPECT_EQ(found->sorts[static_cast<std::size_t>(rank)], rank >= odd ? 2 : 1);
  EXPECT_FALSE(meeting.meet({1, "step()"}).has_value());
}

TEST(Meeting, TellsSortsApartWhoseWordsAreTheSame) {
  const auto world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  Meeting meeting(world);
  const auto found = meeting.meet({world.rank() == 0 ? 1 : 2, "end"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->rank, 1);
}

TEST(Meeting, WaitsOnlySoLongAndMayWaitAgain) {
  const auto world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "one rank waits for nobody";
  Meeting meeting(world);
  if (world.rank() == 0) {
    meeting.come({1, "end"});
    EXPECT_FALSE(meeting.waits(milliseconds(5)));
  }
  world.barrier();
  if (world.rank() != 0) meeting.come({1, "end"});
  EXPECT_TRUE(meeting.waits(std::nullopt));
  EXPECT_FALSE(meeting.difference().has_value());
}

}  // namespace
}  // namespace lobatto::comm
