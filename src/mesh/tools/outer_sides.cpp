#include "mesh/tools/outer_sides.hpp"

#include <span>
#include <string>
#include <utility>

#include "mesh/connectivity.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/mesh_changes.hpp"

namespace lobatto::mesh {

OuterSides outer_sides(const RawMesh& mesh) {
  const FaceSides faces(mesh);
  OuterSides outer;
  outer.periodic = pair_periodic_faces(mesh);
  std::vector<bool> is_periodic(static_cast<std::size_t>(faces.size()), false);
  std::vector<bool> is_named = is_periodic;
  for (const PeriodicFacePair& pair : outer.periodic)
    for (const std::int64_t side : {pair.slave, pair.master})
      is_periodic[faces.face_of(side)] = true;
  for (const BoundaryQuad& quad : mesh.quads) {
    const std::int64_t face = faces.find(quad.points);
    if (face < 0 || faces.sides(face)[1] >= 0 || is_periodic[face]) continue;
    auto& list = is_named[face] ? outer.second_names : outer.named;
    is_named[face] = true;
    list.push_back({faces.sides(face)[0], quad.boundary});
  }
  return outer;
}

std::vector<std::int64_t> node_numbers(const RawMesh& mesh, int order) {
  RawMesh closed = mesh;
  closed.periodic.clear();
  name_unnamed_sides(closed, [](std::span<const UnnamedSide> sides) {
    return std::vector<std::string>(sides.size(), "outside");
  });
  return global_node_ids(connect(std::move(closed)), order);
}

}  // namespace lobatto::mesh
