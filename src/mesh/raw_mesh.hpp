#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace lobatto::mesh {

/// A quadrilateral of a boundary as a file lists it; its corners in any cyclic order.
struct BoundaryQuad {
  std::array<std::int64_t, 4> points{};
  int boundary = 0;     ///< index into RawMesh::boundary_names
  long long label = 0;  ///< the number that the file gives it
};

/// The points of a surface and those of its periodic partner.
struct PeriodicMap {
  std::string name;
  std::unordered_map<std::int64_t, std::int64_t> master_of;  ///< by the point of the slave
};

/// Two boundaries that are a translation of each other, by name, or, with an axis, a rotation.
struct PeriodicBoundaries {
  std::string from, to;
  std::optional<std::array<double, 3>> axis = {};  ///< of any length
  std::array<double, 3> origin{};                  ///< a point of the axis
  std::optional<double> degrees = {};  ///< of the rotation, one way or the other; none: as found
};

/// What a mesh file holds, whole: the readers make it, connect() makes a HexMesh of it. Points that
/// periodicity identifies are still different points here.
struct RawMesh {
  std::string file;  ///< for messages
  /// 2: the mesh is plane, and its elements are a slab of one layer, t along z from 0 to 1, with
  /// nothing said of its ends. extrude() makes a mesh of it.
  int dimension = 3;
  int geometry_order = 1;
  std::vector<std::array<double, 3>> points;         ///< the corners of the elements, no others
  std::vector<std::array<std::int64_t, 8>> corners;  ///< [n_elements] points, [t][s][r]
  /// [n_elements][x, y, z][g + 1][g + 1][g + 1] at the GLL nodes of order g.
  std::vector<double> coordinates;
  std::vector<long long> labels;  ///< [n_elements] the numbers that the file gives
  std::vector<std::string> volume_names;
  std::vector<int>
      volumes;  ///< [n_elements] index into volume_names, -1: none; empty without names
  /// The volume that the file itself says is solid; -1: it says nothing. Boundaries between it and
  /// others count for nothing: the solid's own surface is one.
  int solid_volume = -1;
  std::vector<std::string> boundary_names;
  /// The names stand for conditions, as those of Nek5000 do: none may lie between two elements,
  /// where others count for nothing.
  bool names_are_conditions = false;
  /// Those for which a case has conditions. Of a side with two names the one counts that is here,
  /// or else the first.
  std::vector<std::string> used_boundaries;
  std::vector<BoundaryQuad> quads;
  std::vector<PeriodicMap> periodic;

  [[nodiscard]] std::int64_t n_elements() const {
    return static_cast<std::int64_t>(corners.size());
  }
};

/// The index of a boundary of this name, which is added where there is none.
int boundary_of_name(RawMesh& mesh, const std::string& name);

/// Calls boundaries and volumes otherwise; one that has the new name already takes the other in.
/// False where nothing has the old name.
bool rename(RawMesh& mesh, const std::string& name, const std::string& new_name);

/// Turns an element over: its lower end of t becomes the upper one. That of a slab stays upright:
/// it is mirrored in r.
void mirror(RawMesh& mesh, std::size_t e);

/// Moves a corner of an element by a way, and the nodes within after it by its trilinear function.
/// `gll_nodes` are those of the geometry order. The point of the corner stays.
void move_corner(RawMesh& mesh, std::size_t e, int v, const std::array<double, 3>& way,
                 std::span<const double> gll_nodes);

/// Mirrors the elements whose directions r, s, t make a left-handed system (by the determinant at
/// the middle of the element). Throws base::Error where that determinant is zero.
void make_right_handed(RawMesh& mesh);

/// Node of geometry order of an element.
std::array<double, 3> node_of(const RawMesh& mesh, std::int64_t e, std::int64_t node);

/// How far apart places that a file should give alike may be, at least: files hold seven digits.
double rounding_of_file(const RawMesh& mesh);

/// "(x, y, z)" of the mean of some points, for messages.
std::string position_text(const RawMesh& mesh, const std::int64_t* points, int n_points);

}  // namespace lobatto::mesh
