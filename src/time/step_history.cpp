#include "time/step_history.hpp"

#include <algorithm>
#include <cstdint>

namespace lobatto::time {

Extrapolation NextStep::extrapolation_of(int most) const {
  return time::extrapolation(steps, std::min(bdf.order, most));
}

NextStep StepHistory::begin(double dt) const {
  NextStep next{time_ + dt, dt, {dt}, {}, {}};
  next.steps.insert(next.steps.end(), past_steps_.begin(), past_steps_.end());
  const int order = std::min(order_, static_cast<int>(next.steps.size()));
  next.bdf = bdf(next.steps, order);
  next.extrapolation = extrapolation(next.steps, order);
  return next;
}

void StepHistory::finish_known(const NextStep& next) {
  past_steps_.insert(past_steps_.begin(), next.dt);
  past_times_.insert(past_times_.begin(), time_);
  const auto n_kept = std::min<std::size_t>(past_steps_.size(), max_order - 1);
  past_steps_.resize(n_kept);
  past_times_.resize(n_kept);
  time_ = next.time;
}

void StepHistory::finish(const NextStep& next) {
  finish_known(next);
  ++n_steps_;
}

void StepHistory::restart(double time, long long n_steps) {
  time_ = time;
  n_steps_ = n_steps;
  forget();
}

void StepHistory::forget() {
  past_steps_.clear();
  past_times_.clear();
}

int StepHistory::n_past() const {
  return std::min(order_ - 1, static_cast<int>(past_steps_.size()));
}

double StepHistory::time_of(int level) const {
  return level == 0 ? time_ : past_times_.at(static_cast<std::size_t>(level - 1));
}

void StepHistory::visit_state(base::StateVisitor& visitor) {
  std::int64_t step = n_steps_;
  visitor.visit("flow/time", time_);
  visitor.visit("flow/step", step);
  n_steps_ = step;
  past_steps_.resize(static_cast<std::size_t>(n_past()));
  past_times_.resize(past_steps_.size());
  visitor.visit("flow/past_steps", past_steps_);
  visitor.visit("flow/past_times", past_times_);
}

}  // namespace lobatto::time
