#include "stats/running_statistics.hpp"

#include <algorithm>

namespace lobatto::stats {

RunningStatistics::RunningStatistics(const space::FunctionSpace& space, const Settings& settings)
    : settings_(settings),
      mesh_(space, settings.averaged),
      moments_(mesh_, settings.gathered()),
      times_(settings.times),
      number_sums_(settings.n_numbers, 0.0) {}

bool RunningStatistics::after_step(const Moment& now, base::FunctionRef<Observation()> observe) {
  const auto weight = times_.after_step(now);
  if (!weight) return false;
  const Observation observation = observe();
  moments_.add(observation.fields, *weight);
  for (std::size_t i = 0; i < number_sums_.size(); ++i)
    number_sums_[i] += *weight * observation.numbers[i];
  return times_.window_is_complete();
}

void RunningStatistics::next_window() {
  moments_.clear();
  std::ranges::fill(number_sums_, 0.0);
  times_.next_window();
}

std::vector<double> RunningStatistics::numbers() const {
  std::vector<double> means;
  for (const double sum : number_sums_) means.push_back(sum / times_.weight());
  return means;
}

void RunningStatistics::visit_state(base::StateVisitor& visitor) {
  const std::string averaged = mesh_.averaged_text();
  std::string path =
      "statistics/" + std::string(settings_.extent == Extent::full ? "full" : "basic") +
      (averaged.empty() ? "" : "_" + averaged) + "_" + std::to_string(settings_.n_scalars);
  for (const auto& field : settings_.fields) path += "_" + field;
  if (!settings_.pressure) path += "_without_pressure";
  if (settings_.force) path += "_with_force";
  if (visitor.loads() && !visitor.has(path + "/times/begin")) return;
  times_.visit_state(visitor, path + "/times");
  visitor.visit(path + "/numbers", number_sums_);
  moments_.visit_state(visitor, path);
}

}  // namespace lobatto::stats
