#include "extruded/lane_factor.hpp"

#include <algorithm>
#include <cstring>

namespace lobatto::extruded {

namespace {

using precond::Supernode;

/// Columns that are worked on together.
constexpr int most_columns = 4;

/// Neighbouring columns of a supernode.
struct ColumnGroup {
  int first, n_columns;
  std::size_t n_beneath;  ///< rows of the supernode after them

  [[nodiscard]] std::size_t n_entries() const {
    return n_columns * (n_columns + 1) / 2 + n_columns * n_beneath;
  }
};

int n_groups(const Supernode& node) { return (node.n_columns + most_columns - 1) / most_columns; }

ColumnGroup group_of(const Supernode& node, int i) {
  const int first = i * most_columns, n = std::min(most_columns, node.n_columns - first);
  return {first, n, node.n_rows() - first - n};
}

/// Substitution with a group of w columns, for all lanes and sides at once.
template <int n_lanes, int n_sides, int w>
class Substitution {
 public:
  static constexpr std::size_t width = static_cast<std::size_t>(n_lanes) * n_sides;

  explicit Substitution(const double* entries) : l_(entries) {}

  /// The unknowns of the group, at x.
  void load(const double* x) {
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) x_[c][s] = get(x + c * width + s * n_lanes);
  }
  void store(double* x) const {
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) put(x + c * width + s * n_lanes, x_[c][s]);
  }
  void solve_triangle() {
    const double* l = l_;
    for (int c = 0; c < w; ++c, l += n_lanes) {
      for (int s = 0; s < n_sides; ++s) x_[c][s] *= get(l);
      for (int r = c + 1; r < w; ++r) {
        l += n_lanes;
        for (int s = 0; s < n_sides; ++s) x_[r][s] -= get(l) * x_[c][s];
      }
    }
  }
  void solve_transposed_triangle() {
    for (int c = w; c-- > 0;) {
      const double* const l = l_ + (c * w - c * (c - 1) / 2) * n_lanes;
      for (int r = c + 1; r < w; ++r)
        for (int s = 0; s < n_sides; ++s) x_[c][s] -= get(l + (r - c) * n_lanes) * x_[r][s];
      for (int s = 0; s < n_sides; ++s) x_[c][s] *= get(l);
    }
  }
  /// y -= L x of rows beneath, from row `first` on.
  void subtract(std::size_t first, std::size_t n_rows, double* y) const {
    const double* l = row(first);
    for (std::size_t r = 0; r < n_rows; ++r, l += w * n_lanes)
      for (int s = 0; s < n_sides; ++s, y += n_lanes) {
        Lanes sum = get(y);
        for (int c = 0; c < w; ++c) sum -= get(l + c * n_lanes) * x_[c][s];
        put(y, sum);
      }
  }
  /// x -= L^T y of these rows.
  void gather(std::size_t first, std::size_t n_rows, const double* y) {
    const double* l = row(first);
    for (std::size_t r = 0; r < n_rows; ++r, l += w * n_lanes)
      for (int s = 0; s < n_sides; ++s, y += n_lanes) {
        const Lanes value = get(y);
        for (int c = 0; c < w; ++c) x_[c][s] -= get(l + c * n_lanes) * value;
      }
  }

 private:
  using Lanes __attribute__((vector_size(n_lanes * sizeof(double)))) = double;
  static Lanes get(const double* from) {
    Lanes value;
    std::memcpy(&value, from, sizeof value);
    return value;
  }
  static void put(double* to, const Lanes& value) { std::memcpy(to, &value, sizeof value); }
  [[nodiscard]] const double* row(std::size_t i) const {
    return l_ + (w * (w + 1) / 2 + i * w) * n_lanes;
  }

  const double* l_;
  Lanes x_[w][n_sides];
};

/// A supernode whose unknowns are at x; `below` are those of the rows below it.
template <int n_lanes, int n_sides>
struct NodeSubstitution {
  static constexpr std::size_t width = static_cast<std::size_t>(n_lanes) * n_sides;
  const Supernode& node;
  double* x;
  double* below;

  template <int w>
  void forward(const ColumnGroup& group, const double* l) const {
    Substitution<n_lanes, n_sides, w> columns(l);
    double* const own = x + group.first * width;
    columns.load(own);
    columns.solve_triangle();
    columns.store(own);
    const std::size_t n_within = group.n_beneath - node.below.size();
    columns.subtract(0, n_within, own + w * width);
    columns.subtract(n_within, node.below.size(), below);
  }
  template <int w>
  void backward(const ColumnGroup& group, const double* l) const {
    Substitution<n_lanes, n_sides, w> columns(l);
    double* const own = x + group.first * width;
    columns.load(own);
    const std::size_t n_within = group.n_beneath - node.below.size();
    columns.gather(n_within, node.below.size(), below);
    columns.gather(0, n_within, own + w * width);
    columns.solve_transposed_triangle();
    columns.store(own);
  }
  void forward_group(const ColumnGroup& group, const double* l) const {
    switch (group.n_columns) {
      case 1:
        return forward<1>(group, l);
      case 2:
        return forward<2>(group, l);
      case 3:
        return forward<3>(group, l);
      default:
        return forward<4>(group, l);
    }
  }
  void backward_group(const ColumnGroup& group, const double* l) const {
    switch (group.n_columns) {
      case 1:
        return backward<1>(group, l);
      case 2:
        return backward<2>(group, l);
      case 3:
        return backward<3>(group, l);
      default:
        return backward<4>(group, l);
    }
  }
};

}  // namespace

LaneFactor::LaneFactor(const precond::EliminationPlan& plan, int n_lanes)
    : plan_(plan), n_lanes_(static_cast<std::size_t>(n_lanes)) {
  std::size_t n_entries = 0, most_below = 0;
  for (const auto& node : plan.supernodes) {
    for (int i = 0; i < n_groups(node); ++i) n_entries += group_of(node, i).n_entries();
    most_below = std::max(most_below, node.below.size());
  }
  entries_ = base::AlignedArray<double>(n_entries * n_lanes_);
  below_ = base::AlignedArray<double>(most_below * most_sides * n_lanes_);
}

void LaneFactor::set(int lane, const precond::SupernodalFactor& factor) {
  double* entry = entries_.data() + lane;
  const auto add = [&](double value) { *entry = value, entry += n_lanes_; };
  for (std::size_t s = 0; s < plan_.supernodes.size(); ++s) {
    const auto& node = plan_.supernodes[s];
    for (int i = 0; i < n_groups(node); ++i) {
      const ColumnGroup group = group_of(node, i);
      const auto value = [&](std::size_t row, int c) {
        return factor.panel(s)[(group.first + c) * node.n_rows() + group.first + row];
      };
      for (int c = 0; c < group.n_columns; ++c)
        for (int r = c; r < group.n_columns; ++r) add(r == c ? 1 / value(r, c) : value(r, c));
      for (std::size_t r = 0; r < group.n_beneath; ++r)
        for (int c = 0; c < group.n_columns; ++c) add(value(group.n_columns + r, c));
    }
  }
}

template <int n_lanes, int n_sides>
void LaneFactor::solve(double* values) {
  constexpr std::size_t width = static_cast<std::size_t>(n_lanes) * n_sides;
  const auto at = [&](int row) { return values + static_cast<std::size_t>(row) * width; };
  const double* l = entries_.data();
  for (const auto& node : plan_.supernodes) {
    std::fill_n(below_.data(), node.below.size() * width, 0.0);
    const NodeSubstitution<n_lanes, n_sides> of_node{node, at(node.first), below_.data()};
    for (int i = 0; i < n_groups(node); ++i) {
      const ColumnGroup group = group_of(node, i);
      of_node.forward_group(group, l);
      l += group.n_entries() * n_lanes;
    }
    const double* below = below_.data();
    for (const int row : node.below)
      for (std::size_t i = 0; i < width; ++i) at(row)[i] += *below++;
  }
  for (std::size_t s = plan_.supernodes.size(); s-- > 0;) {
    const auto& node = plan_.supernodes[s];
    double* below = below_.data();
    for (const int row : node.below) below = std::copy_n(at(row), width, below);
    const NodeSubstitution<n_lanes, n_sides> of_node{node, at(node.first), below_.data()};
    for (int i = n_groups(node); i-- > 0;) {
      const ColumnGroup group = group_of(node, i);
      l -= group.n_entries() * n_lanes;
      of_node.backward_group(group, l);
    }
  }
}

void LaneFactor::solve(double* values, int n_sides) {
  const auto with_lanes = [&]<int n_lanes>() {
    switch (n_sides) {
      case 1:
        return solve<n_lanes, 1>(values);
      case 2:
        return solve<n_lanes, 2>(values);
      case 3:
        return solve<n_lanes, 3>(values);
      case 4:
        return solve<n_lanes, 4>(values);
      default:
        return solve<n_lanes, 6>(values);
    }
  };
  switch (n_lanes_) {
    case 1:
      return with_lanes.template operator()<1>();
    case 2:
      return with_lanes.template operator()<2>();
    case 4:
      return with_lanes.template operator()<4>();
    default:
      return with_lanes.template operator()<8>();
  }
}

}  // namespace lobatto::extruded
