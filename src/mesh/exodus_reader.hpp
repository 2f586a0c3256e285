#pragma once

#include <filesystem>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// Whether the program has a netCDF library, which reads such files.
bool has_exodus();

/// An Exodus II file (.exo, .e, .g; netCDF of any kind) with hexahedra of 8, 20 or 27 nodes,
/// or with quadrilaterals of 4, 8 or 9 in a plane, whose block may call them shells.
/// Element blocks are the volumes, side sets the boundaries, both by their names, or "block-<id>"
/// and "boundary-<id>" without one. A side between elements of two blocks counts for nothing.
/// Elements are numbered in the order of the blocks, from 1. Throws base::Error that names the file
/// and what was expected, and says how to get the library where the program has none.
RawMesh read_exodus(const std::filesystem::path& file);

}  // namespace lobatto::mesh
