#pragma once

#include <filesystem>
#include <string>

#include "comm/communicator.hpp"
#include "mesh/mesh_file.hpp"
#include "mesh/slices/slice_cut.hpp"

namespace lobatto::mesh {

/// read_hex_mesh in slices: every rank reads a part of the file, and no rank ever holds more than
/// its share of anything that is as large as the mesh (but for SliceCutter::metis_on_a_rank, where
/// the first one holds the graph of the elements). find_regions is called on every rank with its
/// slice. What a rank gets differs from read_hex_mesh in the cut and in the values of ids; what is
/// refused, and the words for it, are the same. Refused are changes with a fault_of_slices and
/// formats that no share can be read of, too. Collective.
HexMesh read_in_slices(const std::filesystem::path& file, const comm::Communicator& communicator,
                       const MeshChanges& changes, const FindRegions& find_regions,
                       SliceCutter cutter);

/// Whether shares can be read of a file's format. Collective; throws base::Error for none.
bool can_be_sliced(const std::filesystem::path& file, const comm::Communicator& communicator);

/// Why these changes cannot be made in slices; empty: they can.
std::string fault_of_slices(const MeshChanges& changes);

}  // namespace lobatto::mesh
