#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// How a plane mesh becomes one of hexahedra.
struct Extrusion {
  std::vector<double> ticks = {};  ///< z between the layers of elements and at the ends, ascending
  bool periodic = false;           ///< the two ends are the same place
  std::string lower = "z_min", upper = "z_max";  ///< their names, unless they are
};

/// Puts copies of the slab that a plane mesh is read as on top of each other, layer after layer,
/// each with the elements in the order of the file. Boundaries, volumes and periodic pairs go up
/// with it; `lower` and `upper` may be boundaries of the mesh. Throws base::Error where the mesh is
/// not plane.
void extrude(RawMesh& mesh, const Extrusion& extrusion);

/// Throws base::Error: a plane mesh is no mesh for a run, and what helps.
[[noreturn]] void refuse_plane(const std::string& file);

/// Where a mesh file is put: a point x goes to matrix x + shift.
struct Placement {
  std::array<std::array<double, 3>, 3> matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<double, 3> shift{};

  /// Of a direction or a way between points.
  [[nodiscard]] std::array<double, 3> turned(const std::array<double, 3>& way) const;
  /// Of a point.
  [[nodiscard]] std::array<double, 3> moved(const std::array<double, 3>& point) const;
};

/// First scaled along x, y and z, then turned about the origin: by `degrees` about `axis`,
/// counter-clockwise seen against the axis (Rodrigues' formula), then shifted.
Placement placement_of(const std::array<double, 3>& scale, const std::array<double, 3>& axis,
                       double degrees, const std::array<double, 3>& shift);

/// Moves the points of a mesh and the nodes of its elements.
void place(RawMesh& mesh, const Placement& placement);

/// A side of an element that nothing lies across and no boundary of the file names.
struct UnnamedSide {
  std::array<double, 3> middle{};  ///< of its corners
  std::array<double, 3> normal{};  ///< of length 1, outwards, by its diagonals
};

/// The name of each side; empty: it gets none.
using NameSides = std::function<std::vector<std::string>(std::span<const UnnamedSide> sides)>;

/// Makes boundaries of the sides that are neither on one nor periodic; names may be those of
/// boundaries that the file has. Sides that get no name stay as they are, and connect() refuses
/// them. What names throws, and base::Error where faces or periodic pairs are at fault, is thrown.
void name_unnamed_sides(RawMesh& mesh, const NameSides& names);

/// Who reads a mesh file, and who cuts it.
enum class Partitioner {
  automatic,  ///< PT-Scotch, where it is and the file is large, else METIS
  metis,      ///< rank 0 reads all of it and cuts it with METIS
  pt_scotch,  ///< all ranks read a slice each and cut them together with PT-Scotch
};

/// How the graph of a mesh in slices is cut.
enum class SliceCutter {
  pt_scotch,        ///< by all ranks together
  metis_on_a_rank,  ///< by rank 0, which holds the graph, some 100 bytes an element
};

/// What a case does to what its mesh file holds, in this order.
struct MeshChanges {
  std::optional<Extrusion> extrusion = {};  ///< plane meshes need one, others must have none
  std::optional<Placement> placement = {};
  NameSides name_sides = {};  ///< of sides without a name, where they are now
  std::vector<PeriodicBoundaries> periodic = {};
  std::vector<std::string> used_boundaries = {};  ///< those that have conditions
};

/// One mesh of several that touch. Points of different files are one where they are closer than 5 %
/// of the shortest line at them; the place in the first file counts, and elements of others follow
/// with their corners. The geometry is of the highest order among the files. Boundaries of one name
/// are one boundary; surfaces where files meet vanish. A volume without a name, or with one that
/// another file has, too, gets that of its file without the ending, before its own where the file
/// has several volumes. `file` becomes the names of all.
///
/// Throws base::Error where some are plane and others are not, where two points of a file are at
/// the place of one of another, and where a file has no face in common with another.
RawMesh join_meshes(std::vector<RawMesh> parts);

}  // namespace lobatto::mesh
