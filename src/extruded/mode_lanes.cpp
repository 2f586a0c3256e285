#include "extruded/mode_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>

namespace lobatto::extruded {

namespace {

/// Eigenvalues as close as this part of the largest are one: it is how well they are known.
constexpr double rounding = 1e-14;
/// As many doubles are worked on at once; few eigenvalues take fewer.
constexpr int most_lanes = 8;

struct Eigenvalue {
  double value;
  std::vector<int> modes;  ///< one, or two
};

/// Those of two modes first, ascending each.
std::vector<Eigenvalue> different_eigenvalues(std::span<const double> all) {
  std::vector<int> ascending(all.size());
  std::iota(ascending.begin(), ascending.end(), 0);
  std::ranges::sort(ascending, {}, [&](int m) { return all[m]; });
  std::vector<Eigenvalue> found;
  for (const int m : ascending) {
    const double value = all[m];
    const double near = rounding * all[ascending.back()] + 1e-12 * value;
    if (!found.empty() && found.back().modes.size() == 1 && value - found.back().value <= near) {
      found.back().modes.push_back(m);
      found.back().value = (found.back().value + value) / 2;
    } else {
      found.push_back({value, {m}});
    }
  }
  std::ranges::stable_partition(found, [](const Eigenvalue& e) { return e.modes.size() == 2; });
  return found;
}

}  // namespace

ModeLanes::ModeLanes(std::span<const double> all) {
  const auto eigenvalues = different_eigenvalues(all);
  n_eigenvalues_ = static_cast<int>(eigenvalues.size());
  n_lanes_ = std::min(static_cast<int>(std::bit_ceil(eigenvalues.size())), most_lanes);
  int n_slots = 0;
  for (int first = 0; first < n_eigenvalues_; first += n_lanes_) {
    ModeGroup& group = groups_.emplace_back();
    group.n_sides = static_cast<int>(eigenvalues[first].modes.size());
    group.first_slot = n_slots;
    for (int i = first; i < std::min(first + n_lanes_, n_eigenvalues_); ++i)
      group.eigenvalues.push_back(eigenvalues[i].value);
    n_slots += n_lanes_ * group.n_sides;
  }
  slots_.assign(static_cast<std::size_t>(n_slots), 1.0);
  modes_.assign(slots_.size(), -1);
  for (int i = 0; i < n_eigenvalues_; ++i)
    for (std::size_t side = 0; side < eigenvalues[i].modes.size(); ++side) {
      const int slot =
          groups_[i / n_lanes_].first_slot + static_cast<int>(side) * n_lanes_ + i % n_lanes_;
      slots_[slot] = eigenvalues[i].value;
      modes_[slot] = eigenvalues[i].modes[side];
    }
}

}  // namespace lobatto::extruded
