#include "mesh/gmsh_plane.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "mesh/gmsh_cells.hpp"
#include "mesh/gmsh_periodic.hpp"
#include "mesh/lattice_geometry.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

class PlaneBuilder {
 public:
  explicit PlaneBuilder(const GmshFile& file) : file_(file), point_of_node_(file.nodes.size(), -1) {
    mesh_.file = file.name;
    mesh_.dimension = 2;
  }

  RawMesh build() {
    expect_one_kind();
    for (const GmshCell& cell : file_.cells)
      if (is_quadrilateral(cell.type)) add_element(cell);
    for (const GmshCell& cell : file_.cells)
      if (is_line(cell.type) && cell.physical != 0) add_side(cell);
    for (const GmshPeriodicSurfaces& pair : file_.periodic_curves) add_periodic(pair);
    return std::move(mesh_);
  }

 private:
  void expect_one_kind() {
    if (file_.has_triangles)
      throw base::Error(file_.name +
                        ": the plane mesh has triangles, expected quadrilaterals alone; Recombine "
                        "Surface{:}; in Gmsh makes them, and Mesh.RecombineAll = 1");
    int type = 0;
    for (const GmshCell& cell : file_.cells) {
      if (!is_quadrilateral(cell.type)) continue;
      if (type == 0) type = cell.type;
      if (cell.type != type)
        throw base::Error(file_.name + ": element " + std::to_string(cell.label) + " has " +
                          std::to_string(gmsh_cell_type(cell.type)->n_nodes) +
                          " nodes, and others have " +
                          std::to_string(gmsh_cell_type(type)->n_nodes) +
                          "; expected quadrilaterals of one kind");
    }
    mesh_.geometry_order = gmsh_cell_type(type)->order;
    geometry_.emplace(gmsh_lattice(*gmsh_cell_type(type)), mesh_.geometry_order, 2);
  }

  /// The lower point of a node; the upper one is the next.
  std::int64_t point_of(std::int64_t node) {
    std::int64_t& point = point_of_node_[node];
    if (point < 0) {
      point = static_cast<std::int64_t>(mesh_.points.size());
      const Point& x = file_.nodes[node];
      mesh_.points.push_back({x[0], x[1], 0.0});
      mesh_.points.push_back({x[0], x[1], 1.0});
    }
    return point;
  }

  void add_element(const GmshCell& cell) {
    const std::string user = "element " + std::to_string(cell.label);
    const int n_nodes = gmsh_cell_type(cell.type)->n_nodes;
    std::vector<Point> nodes(static_cast<std::size_t>(n_nodes));
    std::array<std::int64_t, 8> corners{};
    for (int i = 0; i < n_nodes; ++i) {
      const std::int64_t node = file_.node(file_.cell_nodes[cell.first_node + i], user);
      nodes[i] = file_.nodes[node];
      if (i >= 4) continue;
      corners[gmsh_corners[i]] = point_of(node);
      corners[gmsh_corners[i] + 4] = point_of(node) + 1;
    }
    mesh_.corners.push_back(corners);
    mesh_.labels.push_back(cell.label);
    add_volume(cell.physical);
    const auto coordinates = geometry_->coordinates(nodes);
    mesh_.coordinates.insert(mesh_.coordinates.end(), coordinates.begin(), coordinates.end());
  }

  void add_volume(int physical) {
    const auto named = file_.surface_names.find(physical);
    if (named == file_.surface_names.end()) {
      mesh_.volumes.push_back(-1);
      return;
    }
    const auto found = std::ranges::find(mesh_.volume_names, named->second);
    mesh_.volumes.push_back(static_cast<int>(found - mesh_.volume_names.begin()));
    if (found == mesh_.volume_names.end()) mesh_.volume_names.push_back(named->second);
  }

  void add_side(const GmshCell& cell) {
    const auto named = file_.curve_names.find(cell.physical);
    const std::string name = named != file_.curve_names.end()
                                 ? named->second
                                 : "boundary-" + std::to_string(cell.physical);
    std::array<std::int64_t, 2> ends{};
    for (std::size_t i = 0; i < 2; ++i)
      ends[i] = point_of_node_[file_.node(file_.cell_nodes[cell.first_node + i],
                                          "line " + std::to_string(cell.label))];
    if (ends[0] < 0 || ends[1] < 0)
      throw base::Error(file_.name + ": the line " + std::to_string(cell.label) + " of '" + name +
                        "' is no side of an element");
    mesh_.quads.push_back(
        {{ends[0], ends[1], ends[1] + 1, ends[0] + 1}, boundary_of_name(mesh_, name), cell.label});
  }

  void add_periodic(const GmshPeriodicSurfaces& pair) {
    PeriodicMap map{"curves " + std::to_string(pair.slave) + " and " + std::to_string(pair.master),
                    {}};
    for (const auto& [slave, master] : pair.nodes) {
      const std::int64_t from = point_of_node_[file_.node(slave, map.name)];
      const std::int64_t to = point_of_node_[file_.node(master, map.name)];
      if (from < 0 || to < 0) continue;
      map.master_of[from] = to;
      map.master_of[from + 1] = to + 1;
    }
    if (!map.master_of.empty()) mesh_.periodic.push_back(std::move(map));
  }

  const GmshFile& file_;
  RawMesh mesh_;
  std::optional<LatticeGeometry> geometry_;
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
};

}  // namespace

bool is_plane(const GmshFile& file) {
  return file.dimension == 2 && std::ranges::all_of(file.nodes, [&](const auto& x) {
           return x[2] == file.nodes.front()[2];
         });
}

RawMesh plane_mesh_of(const GmshFile& file) {
  RawMesh mesh = PlaneBuilder(file).build();
  if (mesh.volume_names.empty()) mesh.volumes.clear();
  return mesh;
}

}  // namespace lobatto::mesh
