#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lobatto::mesh {

/// Which elements of a mesh are solid. A rank has its elements region after region: first those
/// with fluid, then those of each solid.
struct Regions {
  std::vector<std::string> solids;  ///< their names, the same on every rank
  /// [n_elements] 0 where there is fluid, 1 + i in solids[i]; empty without solids.
  std::vector<int> of_elements;

  [[nodiscard]] int at(int e) const { return of_elements.empty() ? 0 : of_elements[e]; }
  /// Of local elements, which are in the order of regions.
  [[nodiscard]] int n_fluid() const { return static_cast<int>(std::ranges::count(of_elements, 0)); }
};

/// Of elements on ranks, in one number each: what the scalars cost everywhere, and what velocity
/// and pressure cost besides.
inline constexpr int cost_of_solid = 1, cost_of_fluid = 6;

/// The block of elements that one rank owns: a range in each direction.
struct ElementRange {
  int x_begin = 0, x_end = 0, y_begin = 0, y_end = 0, z_begin = 0, z_end = 0;
  [[nodiscard]] int n_x() const { return x_end - x_begin; }
  [[nodiscard]] int n_y() const { return y_end - y_begin; }
  [[nodiscard]] int n_z() const { return z_end - z_begin; }
  /// Rows of elements along x, whole ones where the ranks are not cut along x.
  [[nodiscard]] int n_columns() const { return n_y() * n_z(); }
  [[nodiscard]] double n_elements() const { return 1.0 * n_x() * n_y() * n_z(); }
  bool operator==(const ElementRange&) const = default;
};

/// The directions in the order in which a box is gone through whose slabs lie along `last`: the
/// others in their own order, then that one.
constexpr std::array<int, 3> directions_up_to(int last) {
  return {last == 0 ? 1 : 0, last == 2 ? 1 : 2, last};
}

/// Ranks on a grid of n_x x n_y x n_z. Their numbers grow fastest along the first direction and
/// slowest along the last one: those that share columns are neighbours, and those of a slab across
/// the last direction follow each other, so that nodes are slabs.
struct RankGrid {
  int n_x = 1, n_y = 1, n_z = 1;
  int last = 2;  ///< along which slabs lie, see directions_up_to

  [[nodiscard]] std::array<int, 3> parts() const { return {n_x, n_y, n_z}; }
  [[nodiscard]] int n_ranks() const { return n_x * n_y * n_z; }
  /// Along x, y, z, and back.
  [[nodiscard]] std::array<int, 3> coordinates(int rank) const;
  [[nodiscard]] int rank_at(const std::array<int, 3>& coordinates) const;
  [[nodiscard]] int x_coordinate(int rank) const { return coordinates(rank)[0]; }
  [[nodiscard]] int y_coordinate(int rank) const { return coordinates(rank)[1]; }
  [[nodiscard]] int z_coordinate(int rank) const { return coordinates(rank)[2]; }
  bool operator==(const RankGrid&) const = default;
};

/// How a box is cut into the parts of its ranks.
enum class Cut {
  slabs_x,   ///< into slabs along this direction while there are enough of them, then along the
  slabs_y,   ///< second one, and columns along the first one stay whole as long as they can: as
  slabs_z,   ///< direct solves want it that take this direction last
  blocks,    ///< in all directions, with the least surface between ranks
  columns_z  ///< the same in x and y alone, if there are enough columns along z
};
constexpr Cut slabs_along(int direction) { return static_cast<Cut>(direction); }
constexpr bool is_slabs(Cut cut) { return cut < Cut::blocks; }
/// The direction of the slabs; z of blocks and columns.
constexpr int last_of(Cut cut) { return is_slabs(cut) ? static_cast<int>(cut) : 2; }

/// Begin of part `i` of `n_parts` when `n_items` are dealt out as evenly as possible, the longer
/// parts first.
int part_begin(int n_items, int n_parts, int i);
/// The part that an item is in.
int part_of(int n_items, int n_parts, int item);

/// The grid of ranks with the fewest elements on the fullest rank; among equals one that leaves no
/// rank without elements, then, of slabs, the one with the fewest parts in the first direction,
/// then in the second (fewer transposes), of blocks the one whose fullest rank has the least
/// surface in common with others. A number of ranks whose factors do not fit (7 ranks on 3 x 4
/// columns) leaves some ranks empty. With costs the one on which the rank with most to do has
/// least, of all that leave no rank without elements, where there is one; where there is but one
/// grid, nothing asks for them. Throws base::Error when there are more ranks than elements.
RankGrid choose_grid(const std::array<int, 3>& n_elements, int n_ranks, Cut cut,
                     const std::function<double(const RankGrid&)>& largest_cost = {});

/// The elements of one rank of a box with so many in each direction.
ElementRange elements_of(const RankGrid& grid, const std::array<int, 3>& n_elements, int rank);

}  // namespace lobatto::mesh
