#include "app/stop_signals.hpp"

#include <gtest/gtest.h>

namespace lobatto::app {
namespace {

TEST(StopSignals, HoldsASignalBackUntilItIsTaken) {
  const StopSignals signals;
  EXPECT_EQ(signals.take(), 0);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) {
    std::raise(signal);
    EXPECT_EQ(signals.take(), signal);
    EXPECT_EQ(signals.take(), 0);
  }
}

TEST(StopSignals, TakesEachOfSeveral) {
  const StopSignals signals;
  std::raise(SIGUSR1);
  std::raise(SIGTERM);
  EXPECT_EQ(signals.take() + signals.take(), SIGUSR1 + SIGTERM);
  EXPECT_EQ(signals.take(), 0);
}

TEST(StopSignals, LetsASignalDoItsWorkAfterwards) {
  EXPECT_EXIT(
      {
        const StopSignals signals;
        std::raise(SIGTERM);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

TEST(StopSignals, DropsAtItsEndWhatComesAfterTheDecisionToStop) {
  {
    StopSignals signals;
    std::raise(SIGTERM);
    EXPECT_EQ(signals.take(), SIGTERM);
    signals.drop_rest();
    std::raise(SIGTERM);
    std::raise(SIGUSR1);
  }
  SUCCEED();  // alive
}

}  // namespace
}  // namespace lobatto::app
