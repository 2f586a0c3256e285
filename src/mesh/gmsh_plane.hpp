#pragma once

#include "mesh/gmsh_file.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Whether the elements of a file are surfaces in a plane z = constant.
bool is_plane(const GmshFile& file);

/// Such a file as a slab (RawMesh::dimension): quadrilaterals are elements, physical curves
/// boundaries, physical surfaces volumes. Throws base::Error where there are triangles, two kinds
/// of quadrilaterals, or a node that is not there.
RawMesh plane_mesh_of(const GmshFile& file);

}  // namespace lobatto::mesh
