#include "mesh/gmsh_reader.hpp"

#include "base/error.hpp"
#include "mesh/gmsh_builder.hpp"
#include "mesh/gmsh_file.hpp"
#include "mesh/gmsh_periodic.hpp"
#include "mesh/gmsh_plane.hpp"
#include "mesh/translated_surfaces.hpp"

namespace lobatto::mesh {
namespace {

PeriodicMap map_of_listed(const GmshFile& file, const GmshBuilder& builder,
                          const GmshPeriodicSurfaces& pair) {
  PeriodicMap map{name_of(pair), {}};
  for (const auto& [slave, master] : pair.nodes) {
    const std::int64_t from = builder.point_at(file.node(slave, map.name));
    const std::int64_t to = builder.point_at(file.node(master, map.name));
    if (from >= 0 && to >= 0) map.master_of[from] = to;
  }
  return map;
}

const std::vector<QuadPoints>& quads_of(const GmshFile& file, const GmshBuilder& builder,
                                        const GmshPeriodicSurfaces& pair, int surface) {
  const auto found = builder.quads_of_surfaces().find(surface);
  if (found == builder.quads_of_surfaces().end()) refuse_without_quads(file.name, pair, surface);
  return found->second;
}

PeriodicMap map_of_moved(const GmshFile& file, GmshBuilder& builder,
                         const GmshPeriodicSurfaces& pair) {
  const auto offset = translation_of(file.name, pair);
  const auto& slave = quads_of(file, builder, pair, pair.slave);
  const auto& master = quads_of(file, builder, pair, pair.master);
  return map_by_translation(builder.mesh(), slave, master, offset, name_of(pair));
}

}  // namespace

RawMesh read_gmsh(const std::filesystem::path& path) {
  const GmshFile file = read_gmsh_file(path);
  if (is_plane(file)) return plane_mesh_of(file);
  refuse_without_volumes(file.name, file.dimension);
  GmshBuilder builder(file);
  if (const GmshCell* first = builder.first_hexahedron())
    builder.expect_kind(first->type, first->label);
  builder.name_groups(builder.volume_groups(), builder.surface_groups());
  builder.add_elements();
  builder.add_quads();
  for (const GmshPeriodicSurfaces& pair : file.periodic)
    builder.mesh().periodic.push_back(pair.nodes.empty() ? map_of_moved(file, builder, pair)
                                                         : map_of_listed(file, builder, pair));
  return std::move(builder.mesh());
}

}  // namespace lobatto::mesh
