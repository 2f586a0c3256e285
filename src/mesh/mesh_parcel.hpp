#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// A rank's mesh as bytes for another rank of the same program, and back.
std::vector<std::byte> pack(const HexMesh& mesh);
HexMesh unpack(std::span<const std::byte> bytes);

/// What a file holds as bytes for another process of the same program, and back.
std::vector<std::byte> pack(const RawMesh& mesh);
RawMesh unpack_raw_mesh(std::span<const std::byte> bytes);

}  // namespace lobatto::mesh
