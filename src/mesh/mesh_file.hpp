#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/mesh_format.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// A rank's slice of a mesh file of any of these formats, told by how it begins; on one rank all of
/// it. Throws base::Error, the same on every rank: also where several ranks ask for shares of a
/// file that is read whole. Collective.
MeshSlice read_mesh(const std::filesystem::path& file, const comm::Communicator& communicator,
                    MeshFormats formats = mesh_formats);

/// The files of a mesh: one, or several that touch (join_meshes).
using MeshFiles = std::vector<std::filesystem::path>;

/// Reads a whole mesh file of any known format. Throws base::Error.
RawMesh read_raw_mesh(const std::filesystem::path& file);
/// The mesh that files of any known formats make together. Throws base::Error.
RawMesh read_raw_mesh(const MeshFiles& files);

/// Reads a whole mesh file with cells of any shape and cuts them into hexahedra. Throws
/// base::Error, also where the format has only hexahedra here.
RawMesh read_and_cut_mesh(const std::filesystem::path& file, CutReport& report);

/// Reads a whole mesh file and changes it. Throws base::Error.
RawMesh read_changed_mesh(const std::filesystem::path& file, const MeshChanges& changes);

/// Says which elements are solid, of the part of a mesh that the ranks of a group have: all of it
/// on one rank, or a slice on each. Collective over them; what it throws, as base::Error, it throws
/// on each of them.
using FindRegions = std::function<Regions(const HexMesh& part, const comm::Communicator& ranks)>;

/// From this size on a file is read in slices by itself: 50,000 to 150,000 straight hexahedra take
/// as much.
inline constexpr std::uintmax_t bytes_read_in_slices = std::uintmax_t{16} << 20;

/// Reads a mesh and gives each rank its part. Where rank 0 reads, only that holds the whole,
/// and only meanwhile; in slices no rank does (read_in_slices), which serves some formats and
/// changes alone. find_regions is called where it is given. in_columns: where rank 0 reads and the
/// mesh has layers (find_layers), ranks get whole columns of elements if there are enough.
/// Collective; what goes wrong on any rank is thrown on every rank as base::Error with the same
/// text.
HexMesh read_hex_mesh(const MeshFiles& files, const comm::Communicator& communicator,
                      const MeshChanges& changes = {}, const FindRegions& find_regions = {},
                      Partitioner partitioner = Partitioner::automatic, bool in_columns = false);
inline HexMesh read_hex_mesh(const std::filesystem::path& file,
                             const comm::Communicator& communicator,
                             const MeshChanges& changes = {}, const FindRegions& find_regions = {},
                             Partitioner partitioner = Partitioner::automatic) {
  return read_hex_mesh(MeshFiles{file}, communicator, changes, find_regions, partitioner);
}

/// The same in slices: every rank reads a part of the file, and no rank ever holds more than its
/// share of anything that is as large as the mesh (but for SliceCutter::metis_on_a_rank, where the
/// first one holds the graph of the elements). find_regions is called on every rank with its slice.
/// What a rank gets differs in the cut and in the values of ids. Refused are changes that need the
/// whole mesh, and formats that no share can be read of. Collective.
HexMesh read_in_slices(const std::filesystem::path& file, const comm::Communicator& communicator,
                       const MeshChanges& changes, const FindRegions& find_regions,
                       SliceCutter cutter);

}  // namespace lobatto::mesh
