#include "extruded/mode_lanes.hpp"

#include <algorithm>
#include <cstddef>

namespace lobatto::extruded {

namespace {

/// Eigenvalues as close as this part of the largest are one: it is how well they are known.
constexpr double rounding = 1e-14;
/// As many doubles are worked on at once; few eigenvalues take half of them.
constexpr int most_lanes = 8, fewest_lanes = 4;

}  // namespace

ModeLanes::ModeLanes(std::span<const double> ticks, int order,
                     const poly::LineConditions& conditions) {
  const poly::LineModes all = poly::line_modes(ticks, order, conditions);
  std::vector<std::vector<int>> shared;
  for (int m = 0; m < all.vectors.cols; ++m) {
    const double value = all.eigenvalues[m];
    const double near = rounding * all.eigenvalues.back() + 1e-12 * value;
    if (!shared.empty() && shared.back().size() == 1 && value - eigenvalues_.back() <= near) {
      shared.back().push_back(m);
      eigenvalues_.back() = (eigenvalues_.back() + value) / 2;
      n_sides_ = 2;
    } else {
      shared.push_back({m});
      eigenvalues_.push_back(value);
    }
  }
  const int n_different = static_cast<int>(shared.size());
  n_lanes_ = n_different <= fewest_lanes ? fewest_lanes : most_lanes;
  n_groups_ = (n_different + n_lanes_ - 1) / n_lanes_;
  slots_.assign(static_cast<std::size_t>(n_slots()), 1.0);
  modes_ = poly::Matrix(all.vectors.rows, n_slots());
  for (int i = 0; i < n_different; ++i)
    for (std::size_t side = 0; side < shared[i].size(); ++side) {
      const int slot = (i / n_lanes_ * n_sides_ + static_cast<int>(side)) * n_lanes_ + i % n_lanes_;
      slots_[slot] = eigenvalues_[i];
      for (int a = 0; a < modes_.rows; ++a) modes_(a, slot) = all.vectors(a, shared[i][side]);
    }
}

}  // namespace lobatto::extruded
