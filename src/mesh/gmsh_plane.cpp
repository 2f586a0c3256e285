#include "mesh/gmsh_plane.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "base/error.hpp"
#include "mesh/gmsh_cells.hpp"
#include "mesh/gmsh_periodic.hpp"
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
    mesh_.geometry_order = type == 3 ? 1 : 2;
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
    constexpr std::array<int, 4> lexicographic{0, 1, 3, 2};
    const std::string user = "element " + std::to_string(cell.label);
    const int n_nodes = gmsh_cell_type(cell.type)->n_nodes;
    std::array<Point, 9> x{};
    std::array<std::int64_t, 8> corners{};
    for (int i = 0; i < n_nodes; ++i) {
      const std::int64_t node = file_.node(file_.cell_nodes[cell.first_node + i], user);
      x[i] = file_.nodes[node];
      if (i >= 4) continue;
      corners[lexicographic[i]] = point_of(node);
      corners[lexicographic[i] + 4] = point_of(node) + 1;
    }
    // The middle of a serendipity element: -1/4 of its corners and 1/2 of its sides.
    for (int i = 0; i < 8 && n_nodes == 8; ++i)
      for (int c = 0; c < 2; ++c) x[8][c] += (i < 4 ? -0.25 : 0.5) * x[i][c];
    mesh_.corners.push_back(corners);
    mesh_.labels.push_back(cell.label);
    add_volume(cell.physical);
    add_coordinates(x);
  }

  void add_coordinates(const std::array<Point, 9>& x) {
    constexpr std::array<int, 4> linear{0, 1, 3, 2};
    constexpr std::array<int, 9> quadratic{0, 4, 1, 7, 8, 5, 3, 6, 2};
    const int g = mesh_.geometry_order;
    const std::span<const int> nodes =
        g == 1 ? std::span<const int>(linear) : std::span<const int>(quadratic);
    for (int c = 0; c < 3; ++c)
      for (int k = 0; k <= g; ++k)
        for (const int node : nodes)
          mesh_.coordinates.push_back(c < 2 ? x[node][c] : double(k) / g);
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
