#include "comm/agreement/agreed_fault.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "support/message_of.hpp"

namespace lobatto::comm {
namespace {

TEST(JointErrors, OneRanksFailureIsThrownOnAll) {
  const auto world = Communicator::world();
  for (int failing = 0; failing < world.size(); ++failing) {
    const std::string own = "rank " + std::to_string(failing);
    const std::string message = message_of<base::Error>(
        [&] { throw_together(world, world.rank() == failing ? own : std::string()); });
    EXPECT_EQ(message, own);
  }
}

TEST(JointErrors, TheLowestRankSpeaksForAll) {
  const auto world = Communicator::world();
  const std::string message = message_of<base::Error>(
      [&] { throw_together(world, "rank " + std::to_string(world.rank())); });
  EXPECT_EQ(message, "rank 0");
}

TEST(JointErrors, NothingIsThrownWhenAllIsWell) {
  const auto world = Communicator::world();
  EXPECT_NO_THROW(throw_together(world, ""));
  int runs = 0;
  EXPECT_NO_THROW(on_root(world, [&] { ++runs; }));
  EXPECT_EQ(runs, world.rank() == 0 ? 1 : 0);
}

TEST(JointErrors, AnyExceptionOfTheTaskBecomesOurs) {
  const auto world = Communicator::world();
  const auto task = [] { throw std::out_of_range("beyond the end"); };
  EXPECT_EQ(message_of<base::Error>([&] { on_root(world, task); }), "beyond the end");
}

TEST(JointErrors, ATaskOfAllRanksFailsOnAll) {
  const auto world = Communicator::world();
  const int failing = world.size() - 1;
  int runs = 0;
  const auto task = [&] {
    ++runs;
    if (world.rank() == failing) throw std::out_of_range("beyond the end");
  };
  EXPECT_EQ(message_of<base::Error>([&] { on_all(world, task); }), "beyond the end");
  EXPECT_EQ(runs, 1);
  EXPECT_NO_THROW(on_all(world, [] {}));
}

}  // namespace
}  // namespace lobatto::comm
