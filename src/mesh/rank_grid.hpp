#pragma once

#include <array>

#include "mesh/regions.hpp"

namespace lobatto::mesh {

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

/// Ranks on a grid of n_x x n_y x n_z; rank = (z_coordinate * n_y + y_coordinate) * n_x +
/// x_coordinate, so that those that share columns along x are neighbours.
struct RankGrid {
  int n_x = 1, n_y = 1, n_z = 1;
  [[nodiscard]] int n_ranks() const { return n_x * n_y * n_z; }
  [[nodiscard]] int x_coordinate(int rank) const { return rank % n_x; }
  [[nodiscard]] int y_coordinate(int rank) const { return rank / n_x % n_y; }
  [[nodiscard]] int z_coordinate(int rank) const { return rank / n_x / n_y; }
  bool operator==(const RankGrid&) const = default;
};

/// How a box is cut into the parts of its ranks.
enum class Cut {
  columns,  ///< whole columns along x while there are enough of them, as direct solves want it
  blocks    ///< in all directions, with the least surface between ranks
};

/// Begin of part `i` of `n_parts` when `n_items` are dealt out as evenly as possible, the longer
/// parts first.
int part_begin(int n_items, int n_parts, int i);

/// The grid of ranks with the fewest elements on the fullest rank; among equals one that leaves no
/// rank without elements, then, of columns, the one with the fewest parts in x, then in y (fewer
/// transposes), of blocks the one whose fullest rank has the least surface in common with others.
/// A number of ranks whose factors do not fit (7 ranks on 3 x 4 columns) leaves some ranks empty.
/// With solids the one on which the rank with most to do has least, of all that leave no rank
/// without elements, where there is one. regions: of all elements of the box, x fastest. Throws
/// base::Error when there are more ranks than elements.
RankGrid choose_grid(const std::array<int, 3>& n_elements, int n_ranks, Cut cut,
                     const Regions& regions = {});

/// The elements of one rank of a box with so many in each direction.
ElementRange elements_of(const RankGrid& grid, const std::array<int, 3>& n_elements, int rank);

}  // namespace lobatto::mesh
