#include "run/watches/stop_signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace lobatto::run {
namespace {

TEST(StopSignals, HoldsASignalBackUntilItIsTaken) {
  const StopSignals signals;
  EXPECT_EQ(signals.take(), 0);
  for (const auto& signal : StopSignals::held) {
    std::raise(signal.number);
    EXPECT_EQ(signals.take(), signal.number) << signal.name;
    EXPECT_EQ(signals.take(), 0);
  }
}

TEST(StopSignals, TakesTheMostUrgentFirst) {
  const StopSignals signals;
  for (const int signal : {SIGUSR1, SIGTERM, SIGHUP}) std::raise(signal);
  EXPECT_EQ(signals.take(), SIGTERM);
  EXPECT_EQ(signals.take(), SIGHUP);
  EXPECT_EQ(signals.take(), SIGUSR1);
  EXPECT_EQ(signals.take(), 0);
}

TEST(StopSignals, TakesWhatAThreadGetsThatStartedBefore) {
  sigset_t usr1;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  std::atomic<bool> is_there = false, may_end = false;
  std::thread other([&] {
    pthread_sigmask(SIG_UNBLOCK, &usr1, nullptr);
    is_there = true;
    while (!may_end) std::this_thread::yield();
  });
  while (!is_there) std::this_thread::yield();
  const StopSignals signals;
  pthread_kill(other.native_handle(), SIGUSR1);
  may_end = true;
  other.join();
  EXPECT_EQ(signals.take(), SIGUSR1);
}

TEST(StopSignals, TakesASignalThatWasBlockedBefore) {
  sigset_t term, before;
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &term, &before);
  {
    const StopSignals signals;
    std::raise(SIGTERM);
    EXPECT_EQ(signals.take(), SIGTERM);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(StopSignals, TakesWhatCameWhileTheyWereKeptBack) {
  EXPECT_EXIT(
      {
        StopSignals::keep_back();
        std::raise(SIGXCPU);
        const StopSignals signals;
        std::_Exit(signals.take() == SIGXCPU ? 5 : 1);
      },
      ::testing::ExitedWithCode(5), "");
}

TEST(StopSignals, NoThreadOfALibraryTakesWhatIsKeptBack) {
  EXPECT_EXIT(
      {
        StopSignals::keep_back();
        std::atomic<bool> may_end = false;
        std::thread other([&] {
          while (!may_end) std::this_thread::yield();
        });
        kill(getpid(), SIGUSR2);
        sigset_t pending;
        sigpending(&pending);
        may_end = true;
        other.join();
        if (sigismember(&pending, SIGUSR2) != 1) std::_Exit(1);
        const StopSignals signals;
        std::_Exit(signals.take() == SIGUSR2 ? 5 : 1);
      },
      ::testing::ExitedWithCode(5), "");
}

TEST(StopSignals, LeavesHangUpsIgnoredWhereNohupWantsIt) {
  const auto before = std::signal(SIGHUP, SIG_IGN);
  {
    const StopSignals signals;
    std::raise(SIGHUP);
    EXPECT_EQ(signals.take(), 0);
  }
  std::signal(SIGHUP, before);
}

TEST(StopSignals, LetsASignalDoItsWorkAfterwards) {
  EXPECT_EXIT(
      {
        const StopSignals signals;
        std::raise(SIGTERM);
      },
      ::testing::KilledBySignal(SIGTERM), "");
}

TEST(StopSignals, IgnoresWhatComesAfterTheDecisionToStop) {
  EXPECT_EXIT(
      {
        {
          StopSignals signals;
          std::raise(SIGTERM);
          if (signals.take() == SIGTERM) signals.drop_rest();
          std::raise(SIGTERM);
        }
        std::raise(SIGUSR1);
        std::_Exit(5);
      },
      ::testing::ExitedWithCode(5), "");
}

}  // namespace
}  // namespace lobatto::run
