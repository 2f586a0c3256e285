#pragma once

#include <filesystem>
#include <span>

#include "comm/communicator.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/slices/slice_cut.hpp"

namespace lobatto::mesh {

/// read_hex_mesh in slices: every rank reads a part of the file, and no rank ever holds more than
/// its share of anything that is as large as the mesh (but for SliceCutter::metis_on_a_rank, where
/// the first one holds the graph of the elements). find_regions is called on every rank with its
/// slice. What a rank gets differs from read_hex_mesh in the cut and in the values of ids; what is
/// refused, and the words for it, are the same. Collective.
HexMesh read_in_slices(const std::filesystem::path& file, const comm::Communicator& communicator,
                       std::span<const PeriodicBoundaries> periodic,
                       const FindRegions& find_regions, SliceCutter cutter);

}  // namespace lobatto::mesh
