#include "machine/results/measurement.hpp"

#include <algorithm>
#include <array>

namespace lobatto::machine {

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
  std::size_t most = all ? all->averages.size() : 0;
  for (const Site& site : sites) most = std::max(most, site.repeats.size());
  return most;
}

double Measurement::best() const {
  const auto each = values();
  return quantity.better == Better::larger ? *std::ranges::max_element(each)
                                           : *std::ranges::min_element(each);
}

Summary Measurement::summary() const { return all ? all->summary : summarise(values()); }

Usual Measurement::usual() const {
  return all ? all->usual : usual_of(values(), quantity.better == Better::larger);
}

std::vector<double> Measurement::averages() const {
  if (all) return all->averages;
  std::size_t n = n_repeats();
  for (const Site& site : sites) n = std::min(n, site.repeats.size());
  std::vector<double> averages(n);
  for (const Site& site : sites)
    for (std::size_t r = 0; r < n; ++r)
      averages[r] += site.repeats[r] / static_cast<double>(sites.size());
  return averages;
}

bool is_surely_behind(const Site& site, const Usual& usual, Better better, double share) {
  constexpr std::size_t least_repeats = 3;  // two may agree by chance
  const bool larger = better == Better::larger;
  if (site.repeats.size() < least_repeats || !is_behind(site.value(), usual, larger, share))
    return false;
  const auto [lower, upper] = median_interval(site.repeats);
  return is_behind(larger ? upper : lower, usual, larger, share);
}

std::vector<std::size_t> Measurement::outliers(double share) const {
  const Usual of_all = usual();
  std::vector<std::size_t> behind;
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (is_surely_behind(sites[i], of_all, quantity.better, share)) behind.push_back(i);
  return behind;
}

}  // namespace lobatto::machine
