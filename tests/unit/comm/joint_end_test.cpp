#include "comm/agreement/joint_end.hpp"

#include <gtest/gtest.h>

namespace lobatto::comm {
namespace {

TEST(JointEnd, WithoutFailuresIsNone) {
  const auto world = Communicator::world();
  JointEnd end(world);
  EXPECT_FALSE(end.has_joined());
  const auto& outcome = end.join({});
  EXPECT_TRUE(outcome.all_came);
  EXPECT_FALSE(outcome.failure.has_value());
  EXPECT_TRUE(end.has_joined());
}

TEST(JointEnd, TellsAllRanksOfTheLowestFailure) {
  const auto world = Communicator::world();
  const int first = world.size() / 2;
  JointEnd end(world);
  const auto own =
      world.rank() >= first
          ? std::optional(Failure{2 + world.rank(), "of rank " + std::to_string(world.rank())})
          : std::nullopt;
  const auto& outcome = end.join(own);
  EXPECT_TRUE(outcome.all_came);
  EXPECT_EQ(outcome.all_failed, first == 0);
  EXPECT_EQ(outcome.rank, first);
  ASSERT_TRUE(outcome.failure.has_value());
  EXPECT_EQ(outcome.failure->message, "of rank " + std::to_string(first));
  EXPECT_EQ(outcome.failure->exit_code, 1 + world.size());  // the largest
}

TEST(JointEnd, KeepsItsOutcome) {
  const auto world = Communicator::world();
  JointEnd end(world);
  end.join(Failure{1, "the first"});
  const auto& outcome = end.join(Failure{7, "another"});
  EXPECT_EQ(outcome.failure->message, "the first");
  EXPECT_TRUE(outcome.all_failed);
}

}  // namespace
}  // namespace lobatto::comm
