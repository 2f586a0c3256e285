#include "io/background_queue.hpp"

#include <exception>
#include <utility>

namespace lobatto::io {

BackgroundQueue::~BackgroundQueue() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void BackgroundQueue::add(std::function<void()> task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.size() < max_waiting_; });
  tasks_.push_back(std::move(task));
  if (!has_thread_) return do_first(lock);
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  lock.unlock();
  changed_.notify_all();
}

bool BackgroundQueue::is_busy() const {
  const std::lock_guard lock(mutex_);
  return !tasks_.empty();
}

bool BackgroundQueue::has_error() const {
  const std::lock_guard lock(mutex_);
  return !error_.empty();
}

void BackgroundQueue::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return tasks_.empty(); });
}

std::string BackgroundQueue::take_error() {
  const std::lock_guard lock(mutex_);
  return std::exchange(error_, {});
}

void BackgroundQueue::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    do_first(lock);
    changed_.notify_all();
  }
}

void BackgroundQueue::do_first(std::unique_lock<std::mutex>& lock) {
  const auto task = tasks_.front();
  lock.unlock();
  std::string error;
  try {
    task();
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  lock.lock();
  if (error_.empty()) error_ = std::move(error);
  tasks_.pop_front();
}

}  // namespace lobatto::io
