#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "comm/communicator.hpp"
#include "mesh/slices/mesh_slice.hpp"

namespace lobatto::mesh {

/// What cutting the cells of a mesh into hexahedra did.
struct CutReport {
  std::map<std::string, long long> n_cells;  ///< by the name of their shape
  long long n_pieces = 0;
};

/// A format of mesh files: how a file of it is known, and what reads it.
struct MeshFormat {
  const char* name;  ///< as messages list it, with how files of it end and begin
  /// Whether a file is of it; `begin`: its first bytes, 80 at most.
  bool (*is_of)(const std::filesystem::path& file, std::string_view begin);
  /// This rank's slice of the mesh. Throws base::Error, the same on every rank. Collective.
  MeshSlice (*read)(const std::filesystem::path& file, const comm::Communicator& communicator);
  bool has_shares = false;  ///< whether ranks read a part each; else one rank reads all, alone
  /// The whole mesh with cells of other shapes cut into hexahedra; nullptr: only hexahedra are
  /// read.
  RawMesh (*read_and_cut)(const std::filesystem::path& file, CutReport& report) = nullptr;
};

/// Every format, in the order in which a file is tried: a line each.
using MeshFormatMaker = MeshFormat();
MeshFormatMaker gmsh_format, re2_format, rea_format, cgns_format, exodus_format, nmsh_format;
inline constexpr std::array mesh_formats{
    &gmsh_format, &re2_format, &rea_format, &cgns_format, &exodus_format, &nmsh_format,
};
using MeshFormats = std::span<MeshFormatMaker* const>;

}  // namespace lobatto::mesh
