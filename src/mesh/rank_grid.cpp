#include "mesh/rank_grid.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

constexpr int longest_part(int n_items, int n_parts) { return (n_items + n_parts - 1) / n_parts; }

/// Some elements along x, y, z, or some of whatever is counted along them.
using Counts = std::array<int, 3>;

Counts of_fullest_rank(const RankGrid& grid, const Counts& n_elements) {
  Counts counts{};
  for (int d = 0; d < 3; ++d) counts[d] = longest_part(n_elements[d], grid.parts()[d]);
  return counts;
}

/// In floating point, as all costs are, so that nothing overflows.
double product(const Counts& counts) { return 1.0 * counts[0] * counts[1] * counts[2]; }

bool leaves_ranks_empty(const RankGrid& grid, const Counts& n_elements) {
  return grid.n_x > n_elements[0] || grid.n_y > n_elements[1] || grid.n_z > n_elements[2];
}

/// Faces of elements that the fullest rank has in common with others.
double surface(const RankGrid& grid, const Counts& n_elements) {
  const Counts fullest = of_fullest_rank(grid, n_elements);
  double faces = 0;
  for (int d = 0; d < 3; ++d)
    if (grid.parts()[d] > 1) faces += 2.0 * fullest[(d + 1) % 3] * fullest[(d + 2) % 3];
  return faces;
}

void check_ranks(const Counts& n_elements, int n_ranks) {
  if (n_ranks < 1) throw base::Error("a mesh needs at least one rank");
  if (n_ranks <= product(n_elements)) return;
  const auto text = [&](int d) { return std::to_string(n_elements[d]); };
  throw base::Error("the mesh has " + std::to_string(static_cast<long long>(product(n_elements))) +
                    " elements (" + text(0) + " x " + text(1) + " x " + text(2) +
                    "), too few for " + std::to_string(n_ranks) +
                    " ranks: use more elements, or fewer ranks");
}

/// parts: in the order of the directions up to the last one.
RankGrid grid_of(const Counts& parts, int last) {
  Counts along{};
  for (int i = 0; i < 3; ++i) along[directions_up_to(last)[i]] = parts[i];
  return {along[0], along[1], along[2], last};
}

/// All grids of so many ranks; of slabs and columns those that leave columns whole, if there are
/// enough.
std::vector<RankGrid> grids(const Counts& n_elements, int n_ranks, Cut cut) {
  const int last = last_of(cut), second = directions_up_to(last)[1];
  const bool keeps_columns =
      is_slabs(cut) && n_ranks <= 1LL * n_elements[second] * n_elements[last];
  const bool keeps_z = cut == Cut::columns_z && n_ranks <= 1LL * n_elements[0] * n_elements[1];
  std::vector<RankGrid> all;
  for (int n_first = 1; n_first <= (keeps_columns ? 1 : n_ranks); ++n_first) {
    if (n_ranks % n_first != 0) continue;
    for (int n_second = 1; n_second <= n_ranks / n_first; ++n_second)
      if (n_ranks / n_first % n_second == 0 && (!keeps_z || n_first * n_second == n_ranks))
        all.push_back(grid_of({n_first, n_second, n_ranks / n_first / n_second}, last));
  }
  return all;
}

}  // namespace

std::array<int, 3> RankGrid::coordinates(int rank) const {
  std::array<int, 3> at{};
  for (const int d : directions_up_to(last)) {
    at[d] = rank % parts()[d];
    rank /= parts()[d];
  }
  return at;
}

int RankGrid::rank_at(const std::array<int, 3>& at) const {
  const auto [first, second, slowest] = directions_up_to(last);
  return (at[slowest] * parts()[second] + at[second]) * parts()[first] + at[first];
}

int part_begin(int n_items, int n_parts, int i) {
  return i * (n_items / n_parts) + std::min(i, n_items % n_parts);
}

int part_of(int n_items, int n_parts, int item) {
  const int shortest = n_items / n_parts, n_longer = n_items % n_parts;
  const int of_longer = item / (shortest + 1);
  return of_longer < n_longer ? of_longer : (item - n_longer) / shortest;
}

RankGrid choose_grid(const std::array<int, 3>& n_elements, int n_ranks, Cut cut,
                     const std::function<double(const RankGrid&)>& largest_cost) {
  check_ranks(n_elements, n_ranks);
  const auto all = grids(n_elements, n_ranks, cut);
  if (all.size() == 1) return all.front();
  using Cost = std::array<double, 5>;  // what comes first counts first
  const auto cost_of = [&](const RankGrid& grid) {
    const double is_bad = leaves_ranks_empty(grid, n_elements) ? 1 : 0;
    const double between = !is_slabs(cut) ? surface(grid, n_elements) : 0;
    const auto directions = directions_up_to(grid.last);
    const double n_first = grid.parts()[directions[0]], n_second = grid.parts()[directions[1]];
    return largest_cost ? Cost{is_bad, largest_cost(grid), between, n_first, n_second}
                        : Cost{product(of_fullest_rank(grid, n_elements)), is_bad, between, n_first,
                               n_second};
  };
  RankGrid best;
  Cost least{std::numeric_limits<double>::infinity()};
  for (const RankGrid& grid : all) {
    const Cost cost = cost_of(grid);
    if (cost < least) {
      least = cost;
      best = grid;
    }
  }
  return best;
}

ElementRange elements_of(const RankGrid& grid, const std::array<int, 3>& n_elements, int rank) {
  const Counts at = grid.coordinates(rank);
  const auto begin = [&](int d, int part) {
    return part_begin(n_elements[d], grid.parts()[d], part);
  };
  return {begin(0, at[0]),     begin(0, at[0] + 1), begin(1, at[1]),
          begin(1, at[1] + 1), begin(2, at[2]),     begin(2, at[2] + 1)};
}

}  // namespace lobatto::mesh
