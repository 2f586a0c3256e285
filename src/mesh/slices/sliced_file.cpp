#include "mesh/slices/sliced_file.hpp"

#include "base/error.hpp"
#include "comm/agreed_fault.hpp"
#include "mesh/connectivity.hpp"
#include "mesh/re2_reader.hpp"
#include "mesh/slices/gmsh_slice.hpp"
#include "mesh/slices/slice_deal.hpp"
#include "mesh/slices/sliced_translation.hpp"

namespace lobatto::mesh {
namespace {

MeshFormat agreed_format(const std::filesystem::path& file,
                         const comm::Communicator& communicator) {
  double format = 0;
  comm::together(communicator, [&] {
    if (communicator.rank() == 0) format = static_cast<double>(format_of(file));
  });
  return static_cast<MeshFormat>(communicator.max(format));
}

bool has_shares(MeshFormat format) {
  return format == MeshFormat::gmsh || format == MeshFormat::re2;
}

MeshSlice read_slice(const std::filesystem::path& file, const comm::Communicator& communicator) {
  const MeshFormat format = agreed_format(file, communicator);
  if (!has_shares(format))
    throw base::Error(file.string() +
                      ": files of this format are read whole; expected mesh.partitioner = "
                      "\"metis\", or a .re2 or .msh file");
  return format == MeshFormat::gmsh ? read_gmsh_slice(file, communicator)
                                    : read_re2(file, communicator);
}

void place(MeshSlice& slice, const Placement& placement) {
  place(slice.raw, placement);
  for (PeriodicImage& image : slice.images) image.translation = placement.turned(image.translation);
}

}  // namespace

bool can_be_sliced(const std::filesystem::path& file, const comm::Communicator& communicator) {
  return has_shares(agreed_format(file, communicator));
}

std::string fault_of_slices(const MeshChanges& changes) {
  const std::string key = changes.extrusion ? "extrude" : changes.name_sides ? "unnamed" : "";
  if (key.empty()) return {};
  return "mesh." + key + " needs the whole mesh on a rank; expected mesh.partitioner = \"metis\"";
}

HexMesh read_in_slices(const std::filesystem::path& file, const comm::Communicator& communicator,
                       const MeshChanges& changes, const FindRegions& find_regions,
                       SliceCutter cutter) {
  if (const auto fault = fault_of_slices(changes); !fault.empty())
    throw base::Error(file.string() + ": " + fault);
  MeshSlice raw = read_slice(file, communicator);
  if (raw.raw.dimension == 2) refuse_plane(raw.raw.file);
  if (changes.placement) place(raw, *changes.placement);
  for (const auto& boundaries : changes.periodic) join_periodic(raw, boundaries, communicator);
  ConnectedSlice slice = connect_slice(std::move(raw), communicator);
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
