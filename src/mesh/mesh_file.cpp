#include "mesh/mesh_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/layered_mesh.hpp"
#include "mesh/mesh_changes.hpp"
#include "mesh/mesh_parcel.hpp"
#include "mesh/partition.hpp"
#include "mesh/slices/periodic_faces.hpp"
#include "mesh/slices/slice_cut.hpp"

namespace lobatto::mesh {
namespace {

/// Its first bytes, by which formats know a file.
std::string begin_of(const std::filesystem::path& file) {
  std::ifstream stream = base::open_input(file);
  std::string begin(80, '\0');
  stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(stream.gcount()));
  return begin;
}

std::string names_of(MeshFormats formats, bool with_shares_only) {
  std::vector<std::string> names;
  for (const auto& format : formats)
    if (!with_shares_only || format().has_shares)
      names.push_back(std::string("of ") + format().name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::size_t number_of_format(const std::filesystem::path& file, MeshFormats formats) {
  const std::string begin = begin_of(file);
  for (std::size_t i = 0; i < formats.size(); ++i)
    if (formats[i]().is_of(file, begin)) return i;
  throw base::Error(fmt::format("{}: {}expected a mesh {}", file.string(),
                                begin.empty() ? "is empty, or cannot be read; " : "",
                                names_of(formats, false)));
}

/// As the first rank sees it. Collective; throws base::Error for none.
MeshFormat format_of(const std::filesystem::path& file, const comm::Communicator& communicator,
                     MeshFormats formats) {
  double number = 0;
  comm::on_root(communicator,
                [&] { number = static_cast<double>(number_of_format(file, formats)); });
  return formats[static_cast<std::size_t>(communicator.max(number))]();
}

/// Why these changes cannot be made in slices; empty: they can.
std::string fault_of_slices(const MeshChanges& changes) {
  const std::string key = changes.extrusion ? "extrude" : changes.name_sides ? "unnamed" : "";
  if (key.empty()) return {};
  return "mesh." + key + " needs the whole mesh on a rank; expected mesh.partitioner = \"metis\"";
}

/// Changes a mesh that is here as a whole.
template <class Change>
void change_whole(MeshSlice& mesh, const Change& change) {
  RawMesh whole = whole_of(std::move(mesh));
  change(whole);
  mesh = as_slice(std::move(whole));
}

void place(MeshSlice& mesh, const Placement& placement) {
  place(mesh.raw, placement);
  for (PeriodicImage& image : mesh.images) {
    image.from = placement.moved(image.from);
    image.to = placement.moved(image.to);
  }
}

/// Several files on one rank alone.
MeshSlice read_and_change(const MeshFiles& files, const comm::Communicator& communicator,
                          const MeshChanges& changes) {
  MeshSlice mesh =
      files.size() == 1 ? read_mesh(files.front(), communicator) : as_slice(read_raw_mesh(files));
  if (changes.extrusion)
    change_whole(mesh, [&](RawMesh& whole) { extrude(whole, *changes.extrusion); });
  if (mesh.raw.dimension == 2) refuse_plane(mesh.raw.file);
  mesh.raw.used_boundaries = changes.used_boundaries;
  if (changes.placement) place(mesh, *changes.placement);
  if (changes.name_sides)
    change_whole(mesh, [&](RawMesh& whole) { name_unnamed_sides(whole, changes.name_sides); });
  for (const auto& boundaries : changes.periodic) join_periodic(mesh, boundaries, communicator);
  return mesh;
}

/// The whole mesh, and whose each element is.
struct DealtMesh {
  HexMesh whole;
  std::vector<std::vector<int>> elements_of_rank;
};

/// How rank 0 cuts a mesh that it has read.
struct Cutting {
  int n_ranks;
  bool in_columns;  ///< whole columns of elements where the mesh has layers of enough of them
};

std::vector<int> ranks_of_elements(const HexMesh& mesh, const Cutting& cutting) {
  if (cutting.in_columns && cutting.n_ranks > 1) {
    const LayerSearch search = find_layers(mesh, comm::Communicator::alone());
    if (search.obstacle.empty() && search.layers.n_columns >= cutting.n_ranks)
      return partition_columns(mesh, search.layers, cutting.n_ranks);
  }
  return partition_elements(mesh, cutting.n_ranks, weights_of(mesh.regions));
}

DealtMesh read_and_deal(const MeshFiles& files, const MeshChanges& changes,
                        const FindRegions& find_regions, const Cutting& cutting) {
  const auto alone = comm::Communicator::alone();
  DealtMesh mesh;
  mesh.whole = connect_slice(read_and_change(files, alone, changes), alone).part;
  if (find_regions) mesh.whole.regions = find_regions(mesh.whole, comm::Communicator::self());
  try {
    mesh.elements_of_rank =
        elements_of_ranks(mesh.whole, ranks_of_elements(mesh.whole, cutting), cutting.n_ranks);
  } catch (const base::Error& error) {
    throw base::Error(files.front().string() + ": " + error.what());
  }
  return mesh;
}

/// Rank 0 reads and partitions the mesh and sends each rank its part.
HexMesh read_on_first_rank(const MeshFiles& files, const comm::Communicator& communicator,
                           const MeshChanges& changes, const FindRegions& find_regions,
                           bool in_columns) {
  DealtMesh mesh;
  comm::on_root(communicator, [&] {
    mesh = read_and_deal(files, changes, find_regions, {communicator.size(), in_columns});
  });
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

}  // namespace

MeshSlice read_mesh(const std::filesystem::path& file, const comm::Communicator& communicator,
                    MeshFormats formats) {
  const MeshFormat format = format_of(file, communicator, formats);
  if (!format.has_shares && communicator.size() > 1)
    throw base::Error(file.string() +
                      ": files of this format are read whole; expected mesh.partitioner = "
                      "\"metis\", or a mesh " +
                      names_of(formats, true));
  return format.read(file, communicator);
}

RawMesh read_raw_mesh(const std::filesystem::path& file) {
  return whole_of(read_mesh(file, comm::Communicator::alone()));
}

RawMesh read_raw_mesh(const MeshFiles& files) {
  std::vector<RawMesh> parts;
  for (const auto& file : files) parts.push_back(read_raw_mesh(file));
  return parts.size() == 1 ? std::move(parts.front()) : join_meshes(std::move(parts));
}

RawMesh read_and_cut_mesh(const std::filesystem::path& file, CutReport& report) {
  const MeshFormat format = format_of(file, comm::Communicator::alone(), mesh_formats);
  if (format.read_and_cut == nullptr)
    throw base::Error(file.string() +
                      ": only the cells of Gmsh files are cut into hexahedra; expected one (.msh), "
                      "which Gmsh and meshio make of many others");
  return format.read_and_cut(file, report);
}

RawMesh read_changed_mesh(const std::filesystem::path& file, const MeshChanges& changes) {
  return whole_of(read_and_change({file}, comm::Communicator::alone(), changes));
}

HexMesh read_hex_mesh(const MeshFiles& files, const comm::Communicator& communicator,
                      const MeshChanges& changes, const FindRegions& find_regions,
                      Partitioner partitioner, bool in_columns) {
  const auto& first = files.front();
  if (files.size() > 1 && partitioner == Partitioner::pt_scotch)
    throw base::Error(first.string() +
                      ": a mesh of several files is joined on a rank; expected mesh.partitioner = "
                      "\"metis\"");
  if (partitioner == Partitioner::automatic)
    partitioner = files.size() == 1 && communicator.size() > 1 && has_pt_scotch() &&
                          is_large(first, communicator) && fault_of_slices(changes).empty() &&
                          format_of(first, communicator, mesh_formats).has_shares
                      ? Partitioner::pt_scotch
                      : Partitioner::metis;
  if (partitioner != Partitioner::pt_scotch)
    return read_on_first_rank(files, communicator, changes, find_regions, in_columns);
  return read_in_slices(first, communicator, changes, find_regions, SliceCutter::pt_scotch);
}

HexMesh read_in_slices(const std::filesystem::path& file, const comm::Communicator& communicator,
                       const MeshChanges& changes, const FindRegions& find_regions,
                       SliceCutter cutter) {
  if (const auto fault = fault_of_slices(changes); !fault.empty())
    throw base::Error(file.string() + ": " + fault);
  ConnectedSlice slice =
      connect_slice(read_and_change({file}, communicator, changes), communicator);
  if (find_regions) slice.part.regions = find_regions(slice.part, communicator);
  std::vector<int> ranks;
  try {
    ranks = cut_slices(slice, places_of_ranks(communicator), cutter, communicator);
  } catch (const base::Error& error) {
    throw base::Error(file.string() + ": " + error.what());
  }
  return deal_slices(std::move(slice.part), ranks, communicator);
}

}  // namespace lobatto::mesh
