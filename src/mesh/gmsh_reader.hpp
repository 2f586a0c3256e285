#pragma once

#include <filesystem>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// A Gmsh .msh file, version 2.2, 4.0 or 4.1, text or binary, with hexahedra of one type, of any
/// order that Gmsh has. Physical surfaces are the boundaries: by their names, or
/// "boundary-<number>" without one. Elements of lower dimension and quadrilaterals in no physical
/// group are ignored. Physical volumes are kept by their names, of a volume in several of them the
/// first one. $Periodic pairs of surfaces count by the nodes they list; where they list
/// none, as Gmsh does for structured surfaces, by their translation and the quadrilaterals of the
/// two surfaces. Throws base::Error that names file, line or byte, and what was expected.
RawMesh read_gmsh(const std::filesystem::path& file);

}  // namespace lobatto::mesh
