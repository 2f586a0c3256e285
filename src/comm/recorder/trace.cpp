#include "comm/recorder/trace.hpp"

#include <utility>

namespace lobatto::comm {

void MpiTrace::clear() {
  steps_.clear();
  current_.clear();
  n_events_ = 0;
  n_steps_ = 0;
  overflows_ = false;
}

void MpiTrace::add(const TraceEvent& event) {
  if (overflows_) return;
  if (current_.size() >= max_events_) {
    overflows_ = true;
    current_.clear();
  } else {
    current_.push_back(event);
  }
}

void MpiTrace::end_step() {
  ++n_steps_;
  if (std::exchange(overflows_, false)) {
    steps_.clear();
    n_events_ = 0;
    return;
  }
  std::vector<TraceEvent> memory;
  n_events_ += current_.size();
  while (n_events_ > max_events_) {
    n_events_ -= steps_.front().size();
    memory = std::move(steps_.front());
    steps_.pop_front();
  }
  memory.clear();
  memory.reserve(current_.size());
  steps_.push_back(std::exchange(current_, std::move(memory)));
}

void MpiTrace::finish(double seconds_a_tick) {
  current_.clear();
  for (auto& step : steps_)
    for (TraceEvent& event : step) event.computed *= seconds_a_tick;
}

}  // namespace lobatto::comm
