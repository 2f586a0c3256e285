#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/raw_mesh.hpp"
#include "mesh/translated_surfaces.hpp"

namespace lobatto::mesh {

/// Reads a mesh file of any known format, told by how it begins. Throws base::Error.
RawMesh read_raw_mesh(const std::filesystem::path& file);

/// Says which elements of a whole mesh are solid; may throw base::Error.
using FindRegions = std::function<Regions(const HexMesh& whole)>;

/// Rank 0 reads and partitions the mesh and sends each rank its part; only rank 0 holds the whole,
/// and only meanwhile. The boundaries given are made periodic; find_regions, where it is given, is
/// called on rank 0. Collective; what goes wrong on rank 0 is thrown on every rank as base::Error
/// with the same text.
HexMesh read_hex_mesh(const std::filesystem::path& file, const comm::Communicator& communicator,
                      std::span<const PeriodicBoundaries> periodic = {},
                      const FindRegions& find_regions = {});

}  // namespace lobatto::mesh
