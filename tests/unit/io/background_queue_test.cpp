#include "io/background_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <vector>

namespace lobatto::io {
namespace {

using namespace std::chrono_literals;

TEST(BackgroundQueue, DoesTasksOneAfterAnotherWhileTheProgramGoesOn) {
  std::atomic<bool> may_go = false;
  std::vector<int> done;
  const auto caller = std::this_thread::get_id();
  BackgroundQueue queue(5);
  queue.add([&] {
    while (!may_go) std::this_thread::sleep_for(1ms);
  });
  for (int task = 0; task < 4; ++task)
    queue.add([&done, task, caller] {
      EXPECT_NE(std::this_thread::get_id(), caller);
      done.push_back(task);
    });
  EXPECT_TRUE(queue.is_busy());
  may_go = true;
  queue.wait();
  EXPECT_FALSE(queue.is_busy());
  EXPECT_EQ(done, (std::vector{0, 1, 2, 3}));
}

TEST(BackgroundQueue, WithoutAThreadHasDoneATaskWhenItIsAdded) {
  BackgroundQueue queue(1, false);
  std::vector<int> done;
  for (int task = 0; task < 3; ++task)
    queue.add([&, task, caller = std::this_thread::get_id()] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      done.push_back(task);
      if (task == 1) throw std::runtime_error("full");
    });
  EXPECT_EQ(done, (std::vector{0, 1, 2}));
  EXPECT_FALSE(queue.is_busy());
  EXPECT_EQ(queue.take_error(), "full");
}

TEST(BackgroundQueue, LetsNoMoreThanSoManyWait) {
  std::atomic<int> n_unfinished = 0, most = 0;
  BackgroundQueue queue(2);
  for (int task = 0; task < 8; ++task) {
    queue.add([&] {
      std::this_thread::sleep_for(2ms);
      --n_unfinished;
    });
    // Counted when add() has come back: at most the two of the queue and one that just ended.
    most = std::max(most.load(), ++n_unfinished);
  }
  queue.wait();
  EXPECT_LE(most, 3);
  EXPECT_EQ(n_unfinished, 0);
}

TEST(BackgroundQueue, KeepsTheFirstErrorAndGoesOn) {
  bool last_is_done = false;
  BackgroundQueue queue(4);
  queue.add([] { throw std::runtime_error("the disk is full"); });
  queue.add([] { throw std::runtime_error("still full"); });
  queue.add([&] { last_is_done = true; });
  queue.wait();
  EXPECT_TRUE(last_is_done);
  EXPECT_TRUE(queue.has_error());
  EXPECT_EQ(queue.take_error(), "the disk is full");
  EXPECT_FALSE(queue.has_error());
  EXPECT_EQ(queue.take_error(), "");
}

TEST(BackgroundQueue, DoesAtItsEndWhatIsLeft) {
  int n_done = 0;
  {
    BackgroundQueue queue(3);
    for (int task = 0; task < 3; ++task)
      queue.add([&] {
        std::this_thread::sleep_for(1ms);
        ++n_done;
      });
  }
  EXPECT_EQ(n_done, 3);
}

}  // namespace
}  // namespace lobatto::io
