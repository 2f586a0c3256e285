#include "mesh/re2_reader.hpp"

#include "mesh/coincident_points.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/re2_file.hpp"
#include "mesh/re2_geometry.hpp"
#include "mesh/re2_periodic.hpp"

namespace lobatto::mesh {
namespace {

/// The corners of all elements, each vertex once.
void identify_corners(const Re2File& file, RawMesh& mesh) {
  std::vector<Point> points;
  std::vector<double> tolerances;
  for (const auto& corners : file.corners) {
    for (int v = 0; v < n_hex_vertices; ++v) {
      points.push_back(corners[v]);
      tolerances.push_back(corner_tolerance(corners, v));
    }
  }
  const auto classes = coincident_points(points, tolerances);
  mesh.corners.resize(file.corners.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (classes[i] == static_cast<std::int64_t>(mesh.points.size()))
      mesh.points.push_back(points[i]);
    mesh.corners[i / n_hex_vertices][i % n_hex_vertices] = classes[i];
  }
  for (std::size_t e = 0; e < file.corners.size(); ++e)
    mesh.labels.push_back(static_cast<long long>(e) + 1);
}

void name_boundaries(const Re2File& file, RawMesh& mesh) {
  for (const Re2Condition& condition : file.conditions) {
    if (!names_boundary(condition)) continue;
    BoundaryQuad quad;
    const auto vertices = face_vertices(nek_face(condition.face));
    for (int i = 0; i < 4; ++i) quad.points[i] = mesh.corners[condition.element][vertices[i]];
    quad.boundary = boundary_of_name(mesh, boundary_name(condition));
    quad.label = condition.element + 1LL;
    mesh.quads.push_back(quad);
  }
}

}  // namespace

RawMesh read_re2(const std::filesystem::path& path) { return mesh_of(read_re2_file(path)); }

RawMesh mesh_of(Re2File file) {
  std::erase_if(file.conditions, [](const Re2Condition& condition) {
    return !names_boundary(condition) && condition.letters != "P";
  });
  keep_first_field(file.conditions);
  RawMesh mesh;
  mesh.file = file.name;
  mesh.dimension = file.dimension;
  identify_corners(file, mesh);
  name_volumes(file, mesh);
  mesh.geometry_order = geometry_order_of(file);
  bend_elements(file, mesh);
  name_boundaries(file, mesh);
  mesh.periodic = periodic_maps(file, mesh);
  return mesh;
}

}  // namespace lobatto::mesh
