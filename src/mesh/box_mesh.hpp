#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/rank_grid.hpp"

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

/// Elements along x, y, z.
inline std::array<int, 3> n_elements_along(const std::array<Axis, 3>& axes) {
  return {axes[0].n_elements(), axes[1].n_elements(), axes[2].n_elements()};
}

/// An axis-aligned box of hexahedra and this rank's part of it. Local elements are numbered
/// ((z - z_begin) * n_y + y - y_begin) * n_x + x - x_begin: x fastest, so that a column of elements
/// is contiguous; where some are solid, region after region, in that order each.
struct BoxMesh {
  std::array<Axis, 3> axes;
  int order = 1;
  bool is_plane = false;         ///< one periodic layer, along which nothing changes
  bool is_axisymmetric = false;  ///< and which stands for the circle about y = 0
  RankGrid grid;
  ElementRange local;
  Regions regions;               ///< of the local elements
  std::vector<int> places = {};  ///< [n_local_elements] numbers as above; empty without solids

  [[nodiscard]] int n_x() const { return axes[0].n_elements(); }
  [[nodiscard]] int n_nodes() const { return order + 1; }
  [[nodiscard]] int n_local_elements() const { return static_cast<int>(local.n_elements()); }
  [[nodiscard]] long long n_elements() const;
  /// Local elements that follow each other along x, in every column alike; at least 1.
  [[nodiscard]] int column_length() const {
    return places.empty() && local.n_x() > 0 ? local.n_x() : 1;
  }
  /// Element indices along x, y, z of local element e.
  [[nodiscard]] std::array<int, 3> element_index(int e) const;
  /// Lengths along x, y, z of local element e.
  [[nodiscard]] std::array<double, 3> element_lengths(int e) const;
  [[nodiscard]] double volume() const {
    return axes[0].length() * axes[1].length() * axes[2].length();
  }
};

/// The part of `rank` among `n_ranks`. Axes must have ascending ticks.
BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, int rank, int n_ranks,
                      Cut cut = Cut::slabs_z);
/// The same on a grid of ranks that the caller has chosen.
BoxMesh make_box_mesh(std::array<Axis, 3> axes, int order, const RankGrid& grid, int rank);

/// The same elements region after region. regions: of the local elements, in the order without any;
/// none: the mesh as it is.
BoxMesh by_regions(BoxMesh mesh, Regions regions);

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
