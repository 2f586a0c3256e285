#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// What a file holds as bytes for another process of the same program, and back.
std::vector<std::byte> pack(const RawMesh& mesh);
RawMesh unpack_raw_mesh(std::span<const std::byte> bytes);

}  // namespace lobatto::mesh
