#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mesh/box_mesh.hpp"
#include "mesh/rank_grid.hpp"
#include "mesh/rotation.hpp"

namespace lobatto::mesh {

/// How a line or a face of an element lies against its counterpart that all elements agree on.
struct OrientedLine {
  std::int64_t id = 0;
  bool reversed = false;
};
/// Node (a, b) of the face is node (a', b') of its counterpart: first a and b are counted from the
/// other end where flipped, then exchanged where swapped.
struct OrientedFace {
  std::int64_t id = 0;
  bool flipped_a = false, flipped_b = false, swapped = false;
};

/// One side of a local element at the boundary of the domain. `face` counts as Face does, along the
/// element's own directions.
struct BoundarySide {
  int element = 0;
  int face = 0;
  int boundary = 0;  ///< index into HexMesh::boundary_names
};

/// Sides that a boundary of a file has, and that count for nothing.
struct IgnoredSides {
  std::string name;
  long long n_sides = 0;
};

/// This rank's part of a conforming mesh of hexahedra in any arrangement. Local directions r, s, t
/// make a right-handed system. With d a direction and (d, a, b) cyclic: vertices are numbered
/// [t][s][r] as nodes are, r fastest; lines along d are 4 d + i_a + 2 i_b and run from lower to
/// upper r_d; faces are 2 d + (0 lower, 1 upper), with nodes [b][a]. What coincides, also through
/// periodic boundaries, has the same id: vertices, lines and faces count from 0 each on their own,
/// over the whole mesh.
struct HexMesh {
  long long n_elements = 0;      ///< of the whole mesh
  bool is_plane = false;         ///< one periodic layer along t and z, along which nothing changes
  bool is_axisymmetric = false;  ///< and which stands for the circle about y = 0
  /// [n_local], counted from 0 in the file; in the order of elements_of_ranks.
  std::vector<std::int64_t> element_numbers;
  int geometry_order = 1;  ///< g
  /// [n_local][x, y, z][g + 1][g + 1][g + 1] at the GLL nodes of order g.
  std::vector<double> coordinates;
  std::vector<std::array<std::int64_t, 8>> vertices;
  std::vector<std::array<OrientedLine, 12>> lines;
  std::vector<std::array<OrientedFace, 6>> faces;
  std::int64_t n_vertices = 0, n_lines = 0, n_faces = 0;  ///< of the whole mesh
  std::vector<std::string> boundary_names;                ///< the same on every rank
  std::vector<BoundarySide> sides;                        ///< by element, then face
  /// What carries periodic sides into each other, where it is no translation; of the whole mesh.
  std::optional<Rotation> rotation;
  // Of a mesh that was connected here, not dealt:
  std::vector<IgnoredSides> inner_sides;   ///< elements lie on both of their sides
  std::vector<IgnoredSides> second_names;  ///< another boundary has them, too, and counts
  std::vector<std::string> volume_names;   ///< that the file gives, the same on every rank
  std::vector<int> volumes;  ///< [n_local] index into volume_names, -1: none; empty without names
  int solid_volume = -1;     ///< the one of which the file itself says that it is solid; -1: none
  Regions regions;

  [[nodiscard]] int n_local_elements() const { return static_cast<int>(vertices.size()); }
};

/// Global ids [n_local][n][n][n] of the GLL nodes at `order`; nodes shared by elements have the
/// same id.
std::vector<std::int64_t> global_node_ids(const HexMesh& mesh, int order);

/// Global ids [n_local][6] of the element faces: the two elements at a face, also through periodic
/// boundaries, have the same id there.
std::vector<std::int64_t> global_face_ids(const HexMesh& mesh);

/// Global ids [n_local][6][n][n] of the face nodes [b][a], each belonging to its face alone: the
/// two elements at a face, also through periodic boundaries, have the same ids there; -1 on the
/// boundary of the domain.
std::vector<std::int64_t> global_face_node_ids(const HexMesh& mesh, int order);

}  // namespace lobatto::mesh
