#include "mesh/mesh_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "mesh/cgns_reader.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/exodus_reader.hpp"
#include "mesh/gmsh_reader.hpp"
#include "mesh/mesh_parcel.hpp"
#include "mesh/nmsh_file.hpp"
#include "mesh/partition.hpp"
#include "mesh/raw_mesh_parcel.hpp"
#include "mesh/re2_reader.hpp"
#include "mesh/rea_file.hpp"
#include "mesh/reading_process.hpp"
#include "mesh/slices/pt_scotch.hpp"
#include "mesh/slices/sliced_file.hpp"

namespace lobatto::mesh {
namespace {

/// The whole mesh, and whose each element is.
struct DealtMesh {
  HexMesh whole;
  std::vector<std::vector<int>> elements_of_rank;
};

DealtMesh read_and_deal(const std::filesystem::path& file, int n_ranks, const MeshChanges& changes,
                        const FindRegions& find_regions) {
  DealtMesh mesh;
  mesh.whole = connect(read_changed_mesh(file, changes));
  if (find_regions) mesh.whole.regions = find_regions(mesh.whole, comm::Communicator::self());
  try {
    const auto weights = weights_of(mesh.whole.regions);
    mesh.elements_of_rank =
        elements_of_ranks(mesh.whole, partition_elements(mesh.whole, n_ranks, weights), n_ranks);
  } catch (const base::Error& error) {
    throw base::Error(file.string() + ": " + error.what());
  }
  return mesh;
}

/// Rank 0 reads and partitions the mesh and sends each rank its part.
HexMesh read_on_first_rank(const std::filesystem::path& file,
                           const comm::Communicator& communicator, const MeshChanges& changes,
                           const FindRegions& find_regions) {
  DealtMesh mesh;
  std::string problem;
  if (communicator.rank() == 0) {
    try {
      mesh = read_and_deal(file, communicator.size(), changes, find_regions);
    } catch (const std::exception& error) {
      problem = error.what();
      if (problem.empty()) problem = file.string() + ": the mesh could not be read";
    }
  }
  communicator.broadcast(problem, 0);
  if (!problem.empty()) throw base::Error(problem);
  if (communicator.rank() != 0) return unpack(communicator.receive(0));
  for (int rank = 1; rank < communicator.size(); ++rank)
    communicator.send(pack(part_of(mesh.whole, mesh.elements_of_rank[rank])), rank);
  return part_of(mesh.whole, mesh.elements_of_rank[0]);
}

/// As rank 0 sees the file. Collective.
bool is_large(const std::filesystem::path& file, const comm::Communicator& communicator) {
  std::error_code ignored;
  const auto n_bytes = communicator.rank() == 0 ? std::filesystem::file_size(file, ignored) : 0;
  return communicator.max(!ignored && n_bytes >= bytes_read_in_slices ? 1.0 : 0.0) > 0.0;
}

/// is_cgns(), whatever the file does to the library.
bool holds_cgns(const std::filesystem::path& file) {
  return !read_in_own_process(file, [&] {
            return std::vector<std::byte>(is_cgns(file) ? 1 : 0);
          }).empty();
}

/// Of a format that a library reads.
RawMesh read_by_library(const std::filesystem::path& file,
                        RawMesh (*read)(const std::filesystem::path&)) {
  return unpack_raw_mesh(read_in_own_process(file, [&] { return pack(read(file)); }));
}

}  // namespace

MeshFormat format_of(const std::filesystem::path& file) {
  std::ifstream stream = base::open_input(file);
  std::array<char, 80> begin{};
  stream.read(begin.data(), begin.size());
  const std::string_view text(begin.data(), static_cast<std::size_t>(stream.gcount()));
  if (text.starts_with("$MeshFormat")) return MeshFormat::gmsh;
  if (text.starts_with("#v0")) return MeshFormat::re2;
  if (text.substr(0, text.find('\n')).find("PARAMETERS") != std::string_view::npos)
    return MeshFormat::rea;
  const bool is_hdf5 = text.starts_with("\x89HDF\r\n");
  // Behind "@(#)", whose characters the ADF library writes with their highest bit set.
  const bool is_adf = text.substr(std::min<std::size_t>(4, text.size())).starts_with("ADF Data");
  if ((is_hdf5 || is_adf) && holds_cgns(file)) return MeshFormat::cgns;
  if (is_hdf5 || text.starts_with("CDF")) return MeshFormat::exodus;
  if (is_nmsh(file)) return MeshFormat::nmsh;
  throw base::Error(
      file.string() + (text.empty() ? ": is empty, or cannot be read; " : ": ") +
      "expected a mesh of Gmsh (.msh, which begins with $MeshFormat), of Nek5000 "
      "(.re2, which begins with #v001 to #v004, or .rea, whose first line has the "
      "word PARAMETERS), of Neko (.nmsh), of Exodus II (.exo, .e, .g) or of CGNS (.cgns)");
}

RawMesh read_raw_mesh(const std::filesystem::path& file) {
  switch (format_of(file)) {
    case MeshFormat::gmsh:
      return read_gmsh(file);
    case MeshFormat::re2:
      return whole_of(read_re2(file, comm::Communicator::alone()));
    case MeshFormat::rea:
      return whole_of(mesh_of(read_rea_file(file), comm::Communicator::alone()));
    case MeshFormat::nmsh:
      return whole_of(mesh_of(read_nmsh_file(file), comm::Communicator::alone()));
    case MeshFormat::exodus:
      return read_by_library(file, read_exodus);
    case MeshFormat::cgns:
      return read_by_library(file, read_cgns);
  }
  return {};
}

RawMesh read_changed_mesh(const std::filesystem::path& file, const MeshChanges& changes) {
  RawMesh mesh = read_raw_mesh(file);
  if (changes.extrusion) extrude(mesh, *changes.extrusion);
  if (mesh.dimension == 2) refuse_plane(mesh.file);
  if (changes.placement) place(mesh, *changes.placement);
  if (changes.name_sides) name_unnamed_sides(mesh, changes.name_sides);
  for (const auto& boundaries : changes.periodic) join_periodic(mesh, boundaries);
  return mesh;
}

HexMesh read_hex_mesh(const std::filesystem::path& file, const comm::Communicator& communicator,
                      const MeshChanges& changes, const FindRegions& find_regions,
                      Partitioner partitioner) {
  if (partitioner == Partitioner::automatic)
    partitioner = communicator.size() > 1 && has_pt_scotch() && is_large(file, communicator) &&
                          fault_of_slices(changes).empty() && can_be_sliced(file, communicator)
                      ? Partitioner::pt_scotch
                      : Partitioner::metis;
  if (partitioner == Partitioner::metis)
    return read_on_first_rank(file, communicator, changes, find_regions);
  return read_in_slices(file, communicator, changes, find_regions, SliceCutter::pt_scotch);
}

}  // namespace lobatto::mesh
