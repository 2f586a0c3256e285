#include "mesh/reading_process.hpp"

#include <utility>

#include "mesh/packing.hpp"

namespace lobatto::mesh {
namespace {

/// All but the periodic pairs.
template <class Mesh, class Action>
void visit_plain(Mesh& mesh, Action& action) {
  action(mesh.file);
  action(mesh.dimension);
  action(mesh.geometry_order);
  action(mesh.points);
  action(mesh.corners);
  action(mesh.coordinates);
  action(mesh.labels);
  action(mesh.volume_names);
  action(mesh.volumes);
  action(mesh.solid_volume);
  action(mesh.boundary_names);
  action(mesh.quads);
}

/// A point and its partner.
using PointPair = std::array<std::int64_t, 2>;

}  // namespace

std::vector<std::byte> pack(const RawMesh& mesh) {
  Packer packer;
  visit_plain(mesh, packer);
  packer(mesh.periodic.size());
  for (const PeriodicMap& map : mesh.periodic) {
    std::vector<PointPair> pairs;
    for (const auto& [slave, master] : map.master_of) pairs.push_back({slave, master});
    packer(map.name);
    packer(pairs);
  }
  return std::move(packer.bytes);
}

RawMesh unpack_raw_mesh(std::span<const std::byte> bytes) {
  RawMesh mesh;
  Unpacker unpacker(bytes);
  visit_plain(mesh, unpacker);
  std::size_t n_maps = 0;
  unpacker(n_maps);
  mesh.periodic.resize(n_maps);
  for (PeriodicMap& map : mesh.periodic) {
    std::vector<PointPair> pairs;
    unpacker(map.name);
    unpacker(pairs);
    for (const auto& [slave, master] : pairs) map.master_of[slave] = master;
  }
  return mesh;
}

}  // namespace lobatto::mesh
