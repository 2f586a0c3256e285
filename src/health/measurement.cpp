#include "health/measurement.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lobatto::health {

std::string_view name_of(Per per) {
  static constexpr std::array<std::string_view, 4> names{"core", "node", "link", "job"};
  return names[static_cast<std::size_t>(per)];
}

std::vector<double> Measurement::values() const {
  std::vector<double> values;
  values.reserve(sites.size());
  for (const Site& site : sites) values.push_back(site.value());
  return values;
}

std::size_t Measurement::n_repeats() const {
  std::size_t most = 0;
  for (const Site& site : sites) most = std::max(most, site.repeats.size());
  return most;
}

double Measurement::best() const {
  const auto all = values();
  return quantity.better == Better::larger ? *std::ranges::max_element(all)
                                           : *std::ranges::min_element(all);
}

std::vector<std::size_t> Measurement::outliers(double share) const {
  constexpr std::size_t least_repeats = 3;  // two may agree by chance
  const bool larger = quantity.better == Better::larger;
  auto all = values();
  auto behind = values_behind(all, larger, share);
  // Each of them once more, with the benefit of the doubt that its repeats leave.
  std::erase_if(behind, [&](std::size_t i) {
    if (sites[i].repeats.size() < least_repeats) return true;
    const auto [lower, upper] = median_interval(sites[i].repeats);
    const double value = std::exchange(all[i], larger ? upper : lower);
    const auto still_behind = values_behind(all, larger, share);
    all[i] = value;
    return std::ranges::find(still_behind, i) == still_behind.end();
  });
  return behind;
}

}  // namespace lobatto::health
