#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesh/hex_mesh.hpp"

namespace lobatto::mesh {

/// A rank's mesh as bytes for another rank of the same program, and back.
std::vector<std::byte> pack(const HexMesh& mesh);
HexMesh unpack(std::span<const std::byte> bytes);

}  // namespace lobatto::mesh
