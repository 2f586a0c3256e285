#pragma once

#include <filesystem>

#include "accept/unstructured_sweep/hex_mesh.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// This rank's part of a mesh file of any format that the solver reads, with straight edges between
/// its corners. Throws base::Error where an element is folded, and where the mesh is periodic.
/// Collective.
HexMesh mesh_of_file(const std::filesystem::path& file, const comm::Communicator& communicator);

}  // namespace lobatto::accept
