#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lobatto::io {

/// A thread that does one task after another while the program goes on. Tasks must not call MPI.
/// Where no thread is allowed, the caller does each task at once.
class BackgroundQueue {
 public:
  /// At most max_waiting tasks wait or run at a time.
  explicit BackgroundQueue(std::size_t max_waiting, bool has_thread = true)
      : max_waiting_(max_waiting), has_thread_(has_thread) {}
  /// Does what is left.
  ~BackgroundQueue();
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  /// Waits while the queue is full. The thread starts with the first task.
  void add(std::function<void()> task);
  [[nodiscard]] bool is_busy() const;
  /// True where take_error has something to tell.
  [[nodiscard]] bool has_error() const;
  /// Until all tasks are done.
  void wait();
  /// What the first task that failed since the last call has thrown; empty if none did. Tasks after
  /// one that failed are done all the same.
  std::string take_error();

 private:
  void work();
  /// Unlocks meanwhile.
  void do_first(std::unique_lock<std::mutex>& lock);

  std::size_t max_waiting_;
  bool has_thread_;
  std::deque<std::function<void()>> tasks_;  ///< the first one is under way
  std::string error_;
  bool ends_ = false;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace lobatto::io
