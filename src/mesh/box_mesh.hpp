#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/regions.hpp"

namespace lobatto::mesh {

/// The six faces of a box, in the order used everywhere: index = 2 * direction + (0 lower, 1
/// upper).
enum class Face { x_min, x_max, y_min, y_max, z_min, z_max };
inline constexpr int n_faces = 6;
constexpr int direction_of(Face f) { return static_cast<int>(f) / 2; }
constexpr bool is_upper(Face f) { return static_cast<int>(f) % 2 == 1; }
constexpr Face face_of(int direction, bool upper) {
  return static_cast<Face>(2 * direction + (upper ? 1 : 0));
}

/// One direction of a box: element boundaries in ascending order.
struct Axis {
  std::vector<double> ticks;
  bool periodic = false;

  [[nodiscard]] int n_elements() const { return static_cast<int>(ticks.size()) - 1; }
  [[nodiscard]] double length() const { return ticks.back() - ticks.front(); }
  [[nodiscard]] double element_length(int e) const { return ticks[e + 1] - ticks[e]; }
};

/// The rectangle of element columns (all of x, a range of y, a range of z) that one rank owns.
struct ColumnRange {
  int y_begin = 0, y_end = 0, z_begin = 0, z_end = 0;
  [[nodiscard]] int n_y() const { return y_end - y_begin; }
  [[nodiscard]] int n_z() const { return z_end - z_begin; }
  [[nodiscard]] int n_columns() const { return n_y() * n_z(); }
};

/// Ranks on a grid of n_y x n_z; rank = z_coordinate * n_y + y_coordinate.
struct ColumnPartition {
  int n_y = 1;
  int n_z = 1;
  [[nodiscard]] int n_ranks() const { return n_y * n_z; }
  [[nodiscard]] int y_coordinate(int rank) const { return rank % n_y; }
  [[nodiscard]] int z_coordinate(int rank) const { return rank / n_y; }
};

/// Begin of part `i` of `n_parts` when `n_items` are dealt out as evenly as possible, the longer
/// parts first.
int part_begin(int n_items, int n_parts, int i);

/// The grid of ranks with the fewest columns on the fullest rank; among equals one that leaves no
/// rank without columns, then the one with the fewest parts in y (fewer transposes). A rank count
/// whose factors do not fit the columns (7 ranks on 3 x 4) leaves some ranks empty. Throws
/// base::Error when there are more ranks than columns.
ColumnPartition partition_columns(int n_elements_y, int n_elements_z, int n_ranks);

/// An axis-aligned box of hexahedra and this rank's part of it. Local elements are numbered
/// (z - z_begin) * n_y * n_x + (y - y_begin) * n_x + x: x fastest, so that a column of elements is
/// contiguous; where some are solid, region after region, in that order each.
struct BoxMesh {
  std::array<Axis, 3> axes;
  int order = 1;
  ColumnPartition partition;
  ColumnRange local;
  Regions regions;               ///< of the local elements
  std::vector<int> places = {};  ///< [n_local_elements] numbers as above; empty without solids

  [[nodiscard]] int n_x() const { return axes[0].n_elements(); }
  [[nodiscard]] int n_nodes() const { return order + 1; }
  [[nodiscard]] int n_local_elements() const { return n_x() * local.n_columns(); }
  [[nodiscard]] long long n_elements() const;
  /// Local elements that follow each other along x, in every column alike.
  [[nodiscard]] int column_length() const { return places.empty() ? n_x() : 1; }
  /// Element indices along x, y, z of local element e.
  [[nodiscard]] std::array<int, 3> element_index(int e) const;
  /// Lengths along x, y, z of local element e.
  [[nodiscard]] std::array<double, 3> element_lengths(int e) const;
  [[nodiscard]] double volume() const {
    return axes[0].length() * axes[1].length() * axes[2].length();
  }
};

/// The part of `rank` among `n_ranks`. Axes must have ascending ticks.
BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, int rank, int n_ranks);
/// With solids: the grid of ranks is the one that shares out the cost of fluid and solids best.
/// regions: of all elements of the box, x fastest.
BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, int rank, int n_ranks,
                      const Regions& regions);
/// The same on a grid of ranks that the caller has chosen.
BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, const ColumnPartition& partition,
                      int rank);

/// The same elements and ranks with another polynomial order.
BoxMesh with_order(BoxMesh mesh, int order);

/// Global ids [n_local_elements][n][n][n] of the GLL nodes; nodes shared by elements, also through
/// periodic faces, have the same id.
std::vector<std::int64_t> global_node_ids(const BoxMesh& mesh);

/// Global ids [n_local_elements][6] of the element faces, in the order of Face: the two elements at
/// a face, also through periodic ends, have the same id there; -1 where the box ends.
std::vector<std::int64_t> global_face_ids(const BoxMesh& mesh);

/// Global ids [n_local_elements][6][n][n] of the face nodes, each belonging to its face alone; the
/// tangential directions (a, b) make (d, a, b) cyclic with the normal direction d, nodes are
/// ordered [b][a]; -1 where the box ends.
std::vector<std::int64_t> global_face_node_ids(const BoxMesh& mesh);

}  // namespace lobatto::mesh
