#include "stats/sample_times.hpp"

namespace lobatto::stats {

void SampleTimes::begin_run(const Moment& now) {
  if (has_begun_ != 0 || now.time < settings_.start * (1 - tolerance)) return;
  has_begun_ = 1;
  begin_ = end_ = now;
}

std::optional<double> SampleTimes::after_step(const Moment& now) {
  if (has_begun_ == 0) {
    begin_run(now);
    return std::nullopt;
  }
  if (now.step - end_.step < settings_.every_steps) return std::nullopt;
  ++n_samples_;
  const double weight = now.time - end_.time;
  end_ = now;
  return weight;
}

bool SampleTimes::window_is_complete() const {
  return settings_.window && n_samples_ > 0 && weight() >= *settings_.window * (1 - tolerance);
}

void SampleTimes::next_window() {
  begin_ = end_;
  n_samples_ = 0;
}

void SampleTimes::visit_state(base::StateVisitor& visitor, const std::string& path) {
  visitor.visit(path + "/has_begun", has_begun_);
  visitor.visit(path + "/n_samples", n_samples_);
  visitor.visit(path + "/begin_step", begin_.step);
  visitor.visit(path + "/begin", begin_.time);
  visitor.visit(path + "/end_step", end_.step);
  visitor.visit(path + "/end", end_.time);
}

}  // namespace lobatto::stats
