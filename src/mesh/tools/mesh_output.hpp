#pragma once

#include <ostream>
#include <vector>

#include "mesh/formats/re2_file.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Writes a mesh as Gmsh's format 4.1, binary, in the byte order of this machine; what read_gmsh
/// makes of it is the same mesh. Boundaries and volumes are physical groups with their names, a
/// periodic map two surfaces with all their nodes; sides and elements without a name are in groups
/// without one. Elements are numbered from 1 in their order, sides behind them. Curved sides are at
/// the mesh's geometry order; a plane mesh becomes quadrilaterals. The mesh must be right-handed.
/// Throws base::Error where elements do not fit together, or Gmsh has no type of the order.
void write_gmsh(const RawMesh& mesh, std::ostream& out);

/// A mesh as .re2 files have it: lines that are straight, parabolas or arcs, faces on spheres, and
/// conditions of up to three letters, or "MSH" with the number of a boundary "boundary-<number>".
/// Elements of a volume "solid" come after those of the fluid. The mesh must be right-handed.
/// Throws base::Error, which names the remedy, where the mesh has more than that: other curved
/// sides, longer names, other volumes.
Re2File re2_of(const RawMesh& mesh);

/// Writes version #v002, reals of 8 bytes, in the byte order of this machine.
void write_re2(const Re2File& file, std::ostream& out);

/// The curved sides of an element of a mesh, as .re2 files have them, for element number `element`
/// from 0: faces on spheres, lines that are parabolas, else arcs of circles in x and y. A line that
/// is neither becomes the parabola through its middle.
std::vector<Re2Curve> re2_curves(const RawMesh& mesh, std::size_t e, int element);

}  // namespace lobatto::mesh
