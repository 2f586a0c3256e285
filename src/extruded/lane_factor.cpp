#include "extruded/lane_factor.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "direct/cache_lines.hpp"

namespace lobatto::extruded {

namespace {

using precond::Supernode;

/// Columns that are worked on together.
constexpr int most_columns = 4;
/// Doubles that are worked on together: rows of a column, with all their lanes.
constexpr std::size_t block_size = direct::values_per_cache_line;

/// Neighbouring columns of a supernode.
struct ColumnGroup {
  int first, n_columns;
  std::size_t n_beneath;  ///< rows of the supernode after them

  [[nodiscard]] std::size_t triangle_size(std::size_t n_lanes) const {
    return direct::whole_cache_lines(n_columns * (n_columns + 1) / 2 * n_lanes);
  }
  [[nodiscard]] std::size_t n_blocks(std::size_t n_lanes) const {
    return direct::whole_cache_lines(n_beneath * n_lanes) / block_size;
  }
  [[nodiscard]] std::size_t size(std::size_t n_lanes) const {
    return triangle_size(n_lanes) + n_columns * n_blocks(n_lanes) * block_size;
  }
};

int n_groups(const Supernode& node) { return (node.n_columns + most_columns - 1) / most_columns; }

ColumnGroup group_of(const Supernode& node, int i) {
  const int first = i * most_columns, n = std::min(most_columns, node.n_columns - first);
  return {first, n, node.n_rows() - first - n};
}

/// Values of a side of a supernode, with room for a last block of rows that is not full.
std::size_t side_size(const Supernode& node, std::size_t n_lanes) {
  return node.n_rows() * n_lanes + block_size;
}

/// Substitution with a group of w columns, for all lanes and sides at once. Values of the rows from
/// the group on are at x, [side][row][lane], a side every `stride`.
template <int n_lanes, int n_sides, int w>
class Substitution {
 public:
  Substitution(const ColumnGroup& group, const double* entries, double* x, std::size_t stride)
      : triangle_(entries),
        beneath_(entries + group.triangle_size(n_lanes)),
        n_blocks_(group.n_blocks(n_lanes)),
        x_(x),
        stride_(stride) {
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) own_[c][s] = get<Lanes>(x_ + s * stride_ + c * n_lanes);
  }

  /// L x = b within the group, then b -= L x of the rows beneath.
  void forward() {
    solve_triangle();
    store();
    Block own[w][n_sides];
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) own[c][s] = in_all_rows(own_[c][s]);
    for_blocks([&](const Block(&l)[w], int s, double* row) {
      Block sum = get<Block>(row);
      for (int c = 0; c < w; ++c) sum -= l[c] * own[c][s];
      put(row, sum);
    });
  }
  /// b -= L^T x of the rows beneath, then L^T x = b within the group.
  void backward() {
    Block sums[w][n_sides] = {};
    for_blocks([&](const Block(&l)[w], int s, const double* row) {
      const Block value = get<Block>(row);
      for (int c = 0; c < w; ++c) sums[c][s] += l[c] * value;
    });
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) own_[c][s] -= sum_of_rows(sums[c][s]);
    solve_transposed_triangle();
    store();
  }

 private:
  using Lanes __attribute__((vector_size(n_lanes * sizeof(double)))) = double;
  using Block __attribute__((vector_size(block_size * sizeof(double)))) = double;
  template <class Values>
  static Values get(const double* from) {
    Values values;
    std::memcpy(&values, from, sizeof values);
    return values;
  }
  template <class Values>
  static void put(double* to, const Values& values) {
    std::memcpy(to, &values, sizeof values);
  }
  static Block in_all_rows(const Lanes& values) {
    std::array<double, block_size> entries;
    for (std::size_t i = 0; i < block_size; i += n_lanes) put(entries.data() + i, values);
    return get<Block>(entries.data());
  }
  static Lanes sum_of_rows(const Block& block) {
    std::array<double, block_size> entries;
    put(entries.data(), block);
    Lanes sum = get<Lanes>(entries.data());
    for (std::size_t i = n_lanes; i < block_size; i += n_lanes)
      sum += get<Lanes>(entries.data() + i);
    return sum;
  }

  void store() const {
    for (int c = 0; c < w; ++c)
      for (int s = 0; s < n_sides; ++s) put(x_ + s * stride_ + c * n_lanes, own_[c][s]);
  }
  void solve_triangle() {
    const double* l = triangle_;
    for (int c = 0; c < w; ++c, l += n_lanes) {
      for (int s = 0; s < n_sides; ++s) own_[c][s] *= get<Lanes>(l);
      for (int r = c + 1; r < w; ++r) {
        l += n_lanes;
        for (int s = 0; s < n_sides; ++s) own_[r][s] -= get<Lanes>(l) * own_[c][s];
      }
    }
  }
  void solve_transposed_triangle() {
    for (int c = w; c-- > 0;) {
      const double* const l = triangle_ + (c * w - c * (c - 1) / 2) * n_lanes;
      for (int r = c + 1; r < w; ++r)
        for (int s = 0; s < n_sides; ++s)
          own_[c][s] -= get<Lanes>(l + (r - c) * n_lanes) * own_[r][s];
      for (int s = 0; s < n_sides; ++s) own_[c][s] *= get<Lanes>(l);
    }
  }
  /// Of the rows beneath: visit(entries of the columns, side, values).
  template <class Visit>
  void for_blocks(const Visit& visit) const {
    const double* l = beneath_;
    double* row = x_ + w * n_lanes;
    for (std::size_t b = 0; b < n_blocks_; ++b, l += w * block_size, row += block_size) {
      Block entries[w];
      for (int c = 0; c < w; ++c) entries[c] = get<Block>(l + c * block_size);
      for (int s = 0; s < n_sides; ++s) visit(entries, s, row + s * stride_);
    }
  }

  const double *triangle_, *beneath_;
  std::size_t n_blocks_;
  double* x_;
  std::size_t stride_;
  Lanes own_[w][n_sides];
};

template <int n_lanes, int n_sides, int w>
void substitute(bool forwards, const ColumnGroup& group, const double* l, double* x,
                std::size_t stride) {
  Substitution<n_lanes, n_sides, w> of_group(group, l, x + group.first * n_lanes, stride);
  forwards ? of_group.forward() : of_group.backward();
}

template <int n_lanes, int n_sides>
void substitute(bool forwards, const ColumnGroup& group, const double* l, double* x,
                std::size_t stride) {
  switch (group.n_columns) {
    case 1:
      return substitute<n_lanes, n_sides, 1>(forwards, group, l, x, stride);
    case 2:
      return substitute<n_lanes, n_sides, 2>(forwards, group, l, x, stride);
    case 3:
      return substitute<n_lanes, n_sides, 3>(forwards, group, l, x, stride);
    default:
      return substitute<n_lanes, n_sides, 4>(forwards, group, l, x, stride);
  }
}

/// Values of a supernode's rows, its columns first, [side][row][lane]; those of all rows are
/// [row][side][lane].
template <int n_lanes, int n_sides>
struct NodeValues {
  const Supernode& node;
  double *all, *own;

  [[nodiscard]] std::size_t stride() const { return side_size(node, n_lanes); }
  /// visit(value here, value among all).
  template <class Visit>
  void for_columns(const Visit& visit) const {
    for (int i = 0; i < node.n_columns; ++i) for_row(i, node.first + i, visit);
  }
  template <class Visit>
  void for_below(const Visit& visit) const {
    int i = node.n_columns;
    for (const int row : node.below) for_row(i++, row, visit);
  }
  /// What fills the last block of rows.
  void clear_ends() const {
    for (int s = 1; s <= n_sides; ++s)
      std::fill_n(own + s * stride() - block_size, block_size, 0.0);
  }

  template <class Visit>
  void for_row(std::size_t i, std::size_t row, const Visit& visit) const {
    for (int s = 0; s < n_sides; ++s)
      for (int lane = 0; lane < n_lanes; ++lane)
        visit(own[s * stride() + i * n_lanes + lane], all[(row * n_sides + s) * n_lanes + lane]);
  }
};

}  // namespace

LaneFactor::LaneFactor(const precond::EliminationPlan& plan, int n_lanes)
    : plan_(plan), n_lanes_(static_cast<std::size_t>(n_lanes)) {
  std::size_t size = 0, most_values = 0;
  for (const auto& node : plan.supernodes) {
    for (int i = 0; i < n_groups(node); ++i) size += group_of(node, i).size(n_lanes_);
    most_values = std::max(most_values, side_size(node, n_lanes_));
  }
  entries_ = base::AlignedArray<double>(size);
  node_values_ = base::AlignedArray<double>(most_values * most_sides);
}

void LaneFactor::set(int lane, const precond::SupernodalFactor& factor) {
  const std::size_t rows_of_block = block_size / n_lanes_;
  double* entries = entries_.data();
  for (std::size_t s = 0; s < plan_.supernodes.size(); ++s) {
    const auto& node = plan_.supernodes[s];
    for (int i = 0; i < n_groups(node); ++i) {
      const ColumnGroup group = group_of(node, i);
      const auto value = [&](std::size_t row, int c) {
        return factor.panel(s)[(group.first + c) * node.n_rows() + group.first + row];
      };
      double* entry = entries + lane;
      for (int c = 0; c < group.n_columns; ++c)
        for (int r = c; r < group.n_columns; ++r, entry += n_lanes_)
          *entry = r == c ? 1 / value(r, c) : value(r, c);
      double* const beneath = entries + group.triangle_size(n_lanes_) + lane;
      for (std::size_t r = 0; r < group.n_beneath; ++r)
        for (int c = 0; c < group.n_columns; ++c)
          beneath[(r / rows_of_block * group.n_columns + c) * block_size +
                  r % rows_of_block * n_lanes_] = value(group.n_columns + r, c);
      entries += group.size(n_lanes_);
    }
  }
}

template <int n_lanes, int n_sides>
void LaneFactor::solve(double* values) {
  const double* l = entries_.data();
  for (const auto& node : plan_.supernodes) {
    const NodeValues<n_lanes, n_sides> of_node{node, values, node_values_.data()};
    std::fill_n(node_values_.data(), of_node.stride() * n_sides, 0.0);
    of_node.for_columns([](double& here, double& there) { here = there; });
    for (int i = 0; i < n_groups(node); ++i) {
      const ColumnGroup group = group_of(node, i);
      substitute<n_lanes, n_sides>(true, group, l, node_values_.data(), of_node.stride());
      l += group.size(n_lanes);
    }
    of_node.for_columns([](double& here, double& there) { there = here; });
    of_node.for_below([](double& here, double& there) { there += here; });
  }
  for (std::size_t s = plan_.supernodes.size(); s-- > 0;) {
    const auto& node = plan_.supernodes[s];
    const NodeValues<n_lanes, n_sides> of_node{node, values, node_values_.data()};
    of_node.clear_ends();
    of_node.for_columns([](double& here, double& there) { here = there; });
    of_node.for_below([](double& here, double& there) { here = there; });
    for (int i = n_groups(node); i-- > 0;) {
      const ColumnGroup group = group_of(node, i);
      l -= group.size(n_lanes);
      substitute<n_lanes, n_sides>(false, group, l, node_values_.data(), of_node.stride());
    }
    of_node.for_columns([](double& here, double& there) { there = here; });
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
