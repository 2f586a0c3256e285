#include "extruded/lane_factor.hpp"

#include <algorithm>

namespace lobatto::extruded {

namespace {

/// y += sign l x, with l one entry a lane for all sides.
template <int n_lanes, int n_sides>
void add_product(double sign, const double* __restrict l, const double* __restrict x,
                 double* __restrict y) {
  for (int side = 0; side < n_sides; ++side)
    for (int lane = 0; lane < n_lanes; ++lane)
      y[side * n_lanes + lane] += sign * l[lane] * x[side * n_lanes + lane];
}

template <int n_lanes, int n_sides>
void scale(const double* __restrict l, double* __restrict x) {
  for (int side = 0; side < n_sides; ++side)
    for (int lane = 0; lane < n_lanes; ++lane) x[side * n_lanes + lane] *= l[lane];
}

}  // namespace

LaneFactor::LaneFactor(const precond::EliminationPlan& plan, int n_lanes)
    : plan_(plan), n_lanes_(static_cast<std::size_t>(n_lanes)) {
  std::size_t n_entries = 0, most_below = 0;
  for (const auto& node : plan.supernodes) {
    offsets_.push_back(n_entries * n_lanes_);
    const auto n_columns = static_cast<std::size_t>(node.n_columns);
    n_entries += n_columns * (n_columns + 1) / 2 + n_columns * node.below.size();
    most_below = std::max(most_below, node.below.size());
  }
  entries_ = base::AlignedArray<double>(n_entries * n_lanes_);
  below_ = base::AlignedArray<double>(most_below * 2 * n_lanes_);
}

void LaneFactor::set(int lane, const precond::SupernodalFactor& factor) {
  double* entry = entries_.data() + lane;
  for (std::size_t s = 0; s < plan_.supernodes.size(); ++s) {
    const auto& node = plan_.supernodes[s];
    const std::size_t n_rows = node.n_rows();
    for (std::size_t c = 0; c < static_cast<std::size_t>(node.n_columns); ++c) {
      const double* column = factor.panel(s) + c * n_rows;
      for (std::size_t r = c; r < n_rows; ++r, entry += n_lanes_)
        *entry = r == c ? 1 / column[r] : column[r];
    }
  }
}

template <int n_lanes, int n_sides>
void LaneFactor::solve_forward(double* x) {
  constexpr std::size_t width = n_lanes * n_sides;
  const double* l = entries_.data();
  for (const auto& node : plan_.supernodes) {
    std::fill_n(below_.data(), node.below.size() * width, 0.0);
    double* pivot = x + static_cast<std::size_t>(node.first) * width;
    for (int c = 0; c < node.n_columns; ++c, pivot += width) {
      scale<n_lanes, n_sides>(l, pivot);
      l += n_lanes;
      for (int r = 1; r < node.n_columns - c; ++r, l += n_lanes)
        add_product<n_lanes, n_sides>(-1.0, l, pivot, pivot + r * width);
      double* below = below_.data();
      for (std::size_t i = 0; i < node.below.size(); ++i, l += n_lanes, below += width)
        add_product<n_lanes, n_sides>(1.0, l, pivot, below);
    }
    const double* below = below_.data();
    for (const int row : node.below) {
      double* to = x + static_cast<std::size_t>(row) * width;
      for (std::size_t i = 0; i < width; ++i) to[i] -= *below++;
    }
  }
}

template <int n_lanes, int n_sides>
void LaneFactor::solve_backward(double* x) {
  constexpr std::size_t width = n_lanes * n_sides;
  const double* l = entries_.data() + entries_.size();
  for (std::size_t s = plan_.supernodes.size(); s-- > 0;) {
    const auto& node = plan_.supernodes[s];
    double* below = below_.data();
    for (const int row : node.below)
      below = std::copy_n(x + static_cast<std::size_t>(row) * width, width, below);
    for (int c = node.n_columns; c-- > 0;) {
      double* const pivot = x + static_cast<std::size_t>(node.first + c) * width;
      const std::size_t n_within = static_cast<std::size_t>(node.n_columns - c - 1);
      const double* const column = l -= (1 + n_within + node.below.size()) * n_lanes;
      double sum[width];
      std::copy_n(pivot, width, sum);
      for (std::size_t r = 1; r <= n_within; ++r)
        add_product<n_lanes, n_sides>(-1.0, column + r * n_lanes, pivot + r * width, sum);
      const double* const beneath = column + (1 + n_within) * n_lanes;
      for (std::size_t i = 0; i < node.below.size(); ++i)
        add_product<n_lanes, n_sides>(-1.0, beneath + i * n_lanes, below_.data() + i * width, sum);
      scale<n_lanes, n_sides>(column, sum);
      std::copy_n(sum, width, pivot);
    }
  }
}

void LaneFactor::solve(double* values, int n_sides) {
  const auto run = [&]<int lanes, int sides>() {
    solve_forward<lanes, sides>(values);
    solve_backward<lanes, sides>(values);
  };
  if (n_lanes_ == 4)
    n_sides == 1 ? run.template operator()<4, 1>() : run.template operator()<4, 2>();
  else
    n_sides == 1 ? run.template operator()<8, 1>() : run.template operator()<8, 2>();
}

}  // namespace lobatto::extruded
