#include "mesh/mesh_parcel.hpp"

#include <utility>

#include "mesh/packing.hpp"

namespace lobatto::mesh {
namespace {

/// Hands every member to a packer or unpacker, in one order for both.
template <class Mesh, class Action>
void visit(Mesh& mesh, Action& action) {
  action(mesh.n_elements);
  action(mesh.element_numbers);
  action(mesh.geometry_order);
  action(mesh.coordinates);
  action(mesh.vertices);
  action(mesh.lines);
  action(mesh.faces);
  action(mesh.n_vertices);
  action(mesh.n_lines);
  action(mesh.n_faces);
  action(mesh.boundary_names);
  action(mesh.sides);
  action(mesh.volume_names);
  action(mesh.volumes);
  action(mesh.solid_volume);
  action(mesh.regions.solids);
  action(mesh.regions.of_elements);
}

}  // namespace

std::vector<std::byte> pack(const HexMesh& mesh) {
  Packer packer;
  visit(mesh, packer);
  return std::move(packer.bytes);
}

HexMesh unpack(std::span<const std::byte> bytes) {
  HexMesh mesh;
  Unpacker unpacker(bytes);
  visit(mesh, unpacker);
  return mesh;
}

}  // namespace lobatto::mesh
