#include "accept/finite_elements/poisson_assembly.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::accept {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double largest_move = 0.05;

double sines(double x, double y, double z) {
  return std::sin(pi * x) * std::sin(pi * y) * std::sin(pi * z);
}

}  // namespace

/// Of an element: its nodes among those of this rank and around, the columns, and the rows; -1
/// where there is none on this rank.
struct PoissonAssembly::Corners {
  CornerPoints points;
  CornerValues source;
  std::array<long long, 8> columns;
};

PoissonAssembly::PoissonAssembly(const RankBox& nodes_inside) : numbering_(nodes_inside) {
  for (int d = 0; d < 3; ++d) {
    first_[static_cast<std::size_t>(d)] = nodes_inside.first(d);
    count_[static_cast<std::size_t>(d)] = nodes_inside.count(d);
  }
  lay_out();
  find_columns();
}

std::size_t PoissonAssembly::node(int i, int j, int k) const {
  const auto [x, y, z] = first_;
  return (static_cast<std::size_t>(k - z + 1) * static_cast<std::size_t>(count_[1] + 2) +
          static_cast<std::size_t>(j - y + 1)) *
             static_cast<std::size_t>(count_[0] + 2) +
         static_cast<std::size_t>(i - x + 1);
}

void PoissonAssembly::lay_out() {
  const auto& n = numbering_.box().size();
  for (int k = first_[2] - 1; k <= first_[2] + count_[2]; ++k)
    for (int j = first_[1] - 1; j <= first_[1] + count_[1]; ++j)
      for (int i = first_[0] - 1; i <= first_[0] + count_[0]; ++i) {
        const double x = (i + 1.0) / (n[0] + 1), y = (j + 1.0) / (n[1] + 1),
                     z = (k + 1.0) / (n[2] + 1);
        const double move = largest_move * sines(x, y, z);
        points_.push_back({x + move, y + move, z + move});
        exact_.push_back(sines(x + move, y + move, z + move));
        numbers_.push_back(numbering_.is_inside(i, j, k) ? numbering_.number(i, j, k) : -1);
      }
}

/// A node shares elements with itself and the 26 around it; columns ascend.
void PoissonAssembly::find_columns() {
  for_points(numbering_.box(), [&](int i, int j, int k) {
    for (int c = k - 1; c <= k + 1; ++c)
      for (int b = j - 1; b <= j + 1; ++b)
        for (int a = i - 1; a <= i + 1; ++a)
          if (const long long number = numbers_[node(a, b, c)]; number >= 0)
            rows_.columns.push_back(number);
    std::sort(rows_.columns.begin() + static_cast<std::ptrdiff_t>(rows_.offsets.back()),
              rows_.columns.end());
    rows_.offsets.push_back(rows_.columns.size());
  });
  rows_.values.resize(rows_.columns.size());
  rhs_.resize(rows_.n_rows());
}

PoissonAssembly::Corners PoissonAssembly::corners_of(int i, int j, int k) const {
  Corners corners{};
  for (int a = 0; a < 8; ++a) {
    const auto at = static_cast<std::size_t>(a);
    const std::size_t n = node(i - 1 + (a & 1), j - 1 + (a >> 1 & 1), k - 1 + (a >> 2));
    corners.points[at] = points_[n];
    corners.source[at] = 3 * pi * pi * exact_[n];
    corners.columns[at] = numbers_[n];
  }
  return corners;
}

void PoissonAssembly::assemble() {
  std::fill(rows_.values.begin(), rows_.values.end(), 0.0);
  std::fill(rhs_.begin(), rhs_.end(), 0.0);
  ElementSystem system{};
  for (int k = first_[2]; k <= first_[2] + count_[2]; ++k)
    for (int j = first_[1]; j <= first_[1] + count_[1]; ++j)
      for (int i = first_[0]; i <= first_[0] + count_[0]; ++i) {
        const Corners corners = corners_of(i, j, k);
        hexahedron_system(corners.points, corners.source, system);
        add(corners, system);
      }
}

/// The rows of this rank's corners; each entry is looked for among the columns of its row.
void PoissonAssembly::add(const Corners& corners, const ElementSystem& system) {
  const long long first = numbering_.number(first_[0], first_[1], first_[2]);
  for (std::size_t a = 0; a < 8; ++a) {
    const long long row = corners.columns[a] - first;
    if (corners.columns[a] < 0 || row < 0 || row >= static_cast<long long>(rhs_.size())) continue;
    const auto r = static_cast<std::size_t>(row);
    rhs_[r] += system.load[a];
    const auto begin = rows_.columns.begin() + static_cast<std::ptrdiff_t>(rows_.offsets[r]);
    const auto end = rows_.columns.begin() + static_cast<std::ptrdiff_t>(rows_.offsets[r + 1]);
    for (std::size_t b = 0; b < 8; ++b) {
      if (corners.columns[b] < 0) continue;
      const auto place = std::lower_bound(begin, end, corners.columns[b]);
      rows_.values[static_cast<std::size_t>(place - rows_.columns.begin())] +=
          system.stiffness[a][b];
    }
  }
}

std::vector<double> PoissonAssembly::solution() const {
  std::vector<double> values;
  for_points(numbering_.box(),
             [&](int i, int j, int k) { values.push_back(exact_[node(i, j, k)]); });
  return values;
}

double PoissonAssembly::n_elements_in_all() const {
  double n = 1;
  for (const int nodes : numbering_.box().size()) n *= nodes + 1;
  return n;
}

}  // namespace lobatto::accept
