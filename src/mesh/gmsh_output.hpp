#pragma once

#include <ostream>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Writes a mesh as Gmsh's format 4.1, binary, in the byte order of this machine; what read_gmsh
/// makes of it is the same mesh. Boundaries and volumes are physical groups with their names, a
/// periodic map two surfaces with all their nodes; sides and elements without a name are in groups
/// without one. Elements are numbered from 1 in their order, sides behind them. Curved sides are at
/// the mesh's geometry order; a plane mesh becomes quadrilaterals. The mesh must be right-handed.
/// Throws base::Error where elements do not fit together, or Gmsh has no type of the order.
void write_gmsh(const RawMesh& mesh, std::ostream& out);

}  // namespace lobatto::mesh
