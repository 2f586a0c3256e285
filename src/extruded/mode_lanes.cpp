#include "extruded/mode_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

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
std::vector<Eigenvalue> different_eigenvalues(const poly::LineModes& all) {
  std::vector<Eigenvalue> found;
  for (int m = 0; m < all.vectors.cols; ++m) {
    const double value = all.eigenvalues[m];
    const double near = rounding * all.eigenvalues.back() + 1e-12 * value;
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

ModeLanes::ModeLanes(const poly::LineModes& all) {
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
  modes_ = poly::Matrix(all.vectors.rows, n_slots);
  for (int i = 0; i < n_eigenvalues_; ++i)
    for (std::size_t side = 0; side < eigenvalues[i].modes.size(); ++side) {
      const int slot =
          groups_[i / n_lanes_].first_slot + static_cast<int>(side) * n_lanes_ + i % n_lanes_;
      slots_[slot] = eigenvalues[i].value;
      for (int a = 0; a < modes_.rows; ++a)
        modes_(a, slot) = all.vectors(a, eigenvalues[i].modes[side]);
    }
}

int ModeLanes::lowest_slot() const {
  const auto lowest = std::ranges::min_element(
      groups_, {}, [](const ModeGroup& group) { return std::ranges::min(group.eigenvalues); });
  const auto lane = std::ranges::min_element(lowest->eigenvalues) - lowest->eigenvalues.begin();
  return lowest->first_slot + static_cast<int>(lane);
}

}  // namespace lobatto::extruded
