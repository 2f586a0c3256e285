#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/extrusion.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/partitioner.hpp"
#include "mesh/placement.hpp"
#include "mesh/raw_mesh.hpp"
#include "mesh/translated_surfaces.hpp"
#include "mesh/unnamed_sides.hpp"

namespace lobatto::mesh {

/// Reads a mesh file of any known format, told by how it begins. Throws base::Error.
RawMesh read_raw_mesh(const std::filesystem::path& file);

/// What a case does to what its mesh file holds, in this order.
struct MeshChanges {
  std::optional<Extrusion> extrusion = {};  ///< plane meshes need one, others must have none
  std::optional<Placement> placement = {};
  NameSides name_sides = {};  ///< of sides without a name, where they are now
  std::vector<PeriodicBoundaries> periodic = {};
};

/// Reads a mesh file and changes it. Throws base::Error.
RawMesh read_changed_mesh(const std::filesystem::path& file, const MeshChanges& changes);

enum class MeshFormat { gmsh, re2, rea, nmsh, exodus, cgns };
/// Told by how a file begins. Throws base::Error for a file of no known format.
MeshFormat format_of(const std::filesystem::path& file);

/// Says which elements are solid, of the part of a mesh that the ranks of a group have: all of it
/// on one rank, or a slice on each. Collective over them; what it throws, as base::Error, it throws
/// on each of them.
using FindRegions = std::function<Regions(const HexMesh& part, const comm::Communicator& ranks)>;

/// From this size on a file is read in slices by itself: 50,000 to 150,000 straight hexahedra take
/// as much.
inline constexpr std::uintmax_t bytes_read_in_slices = std::uintmax_t{16} << 20;

/// Reads a mesh file and gives each rank its part. Where rank 0 reads, only that holds the whole,
/// and only meanwhile; in slices no rank does (mesh/slices/sliced_file.hpp), which serves some
/// formats and changes alone. find_regions is called where it is given. Collective; what goes wrong
/// on any rank is thrown on every rank as base::Error with the same text.
HexMesh read_hex_mesh(const std::filesystem::path& file, const comm::Communicator& communicator,
                      const MeshChanges& changes = {}, const FindRegions& find_regions = {},
                      Partitioner partitioner = Partitioner::automatic);

}  // namespace lobatto::mesh
