#include "mesh/gmsh_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.hpp"
#include "mesh/gmsh_cells.hpp"
#include "mesh/gmsh_file.hpp"
#include "mesh/hex_topology.hpp"
#include "mesh/point.hpp"
#include "mesh/translated_surfaces.hpp"

namespace lobatto::mesh {
namespace {

/// Where the corners of Gmsh's hexahedron are in lexicographic order.
constexpr std::array<int, 8> corner_nodes{0, 1, 3, 2, 4, 5, 7, 6};

/// Completes the 20 nodes of a serendipity element, in Gmsh's order, to 27: at the middle of a face
/// its functions are -1/4 at the corners and 1/2 at the lines; at the middle of the element -1/4
/// and 1/4.
void complete_serendipity(std::array<Point, 27>& x) {
  constexpr int faces[6][8] = {{0, 1, 2, 3, 8, 9, 11, 13},   {0, 1, 4, 5, 8, 10, 12, 16},
                               {0, 3, 4, 7, 9, 10, 15, 17},  {1, 2, 5, 6, 11, 12, 14, 18},
                               {2, 3, 6, 7, 13, 14, 15, 19}, {4, 5, 6, 7, 16, 17, 18, 19}};
  for (int c = 0; c < 3; ++c) {
    for (int face = 0; face < 6; ++face) {
      double value = 0.0;
      for (int i = 0; i < 8; ++i) value += (i < 4 ? -0.25 : 0.5) * x[faces[face][i]][c];
      x[20 + face][c] = value;
    }
    double middle = 0.0;
    for (int i = 0; i < 20; ++i) middle += (i < 8 ? -0.25 : 0.25) * x[i][c];
    x[26][c] = middle;
  }
}

class Builder {
 public:
  explicit Builder(const GmshFile& file) : file_(file), point_of_node_(file.nodes.size(), -1) {
    mesh_.file = file.name;
  }

  RawMesh build() {
    refuse_without_volumes();
    read_order();
    for (const GmshCell& cell : file_.cells) {
      if (is_hexahedron(cell.type)) add_element(cell);
    }
    for (const GmshCell& cell : file_.cells) {
      if (is_quadrilateral(cell.type)) add_quad(cell);
    }
    for (const GmshPeriodicSurfaces& pair : file_.periodic) add_periodic(pair);
    return std::move(mesh_);
  }

 private:
  /// A plane mesh is a likely mistake, and its quadrilaterals would be taken for lost boundaries.
  void refuse_without_volumes() const {
    if (file_.dimension == 3) return;
    const auto is_in_plane = [&](const Point& x) { return x[2] == file_.nodes.front()[2]; };
    const bool is_plane = std::ranges::all_of(file_.nodes, is_in_plane);
    const std::string dimensions[] = {"has no elements", "is one-dimensional",
                                      "is two-dimensional"};
    throw base::Error(
        file_.name + ": the mesh " + dimensions[file_.dimension] + ", expected hexahedra; " +
        (file_.dimension == 2 && is_plane
             ? "extrude its surfaces in Gmsh by layers of hexahedra, such as "
               "Extrude {0, 0, 1} { Surface{:}; Layers{4}; Recombine; }, and mesh with gmsh -3"
             : "mesh the volumes with gmsh -3, and save them in a physical group"));
  }

  void read_order() {
    const GmshCell* first = nullptr;
    for (const GmshCell& cell : file_.cells) {
      if (!is_hexahedron(cell.type)) continue;
      if (first == nullptr) first = &cell;
      if (cell.type == first->type) continue;
      throw base::Error(file_.name + ": element " + std::to_string(cell.label) + " has " +
                        std::to_string(gmsh_cell_type(cell.type)->n_nodes) +
                        " nodes, but element " + std::to_string(first->label) + " has " +
                        std::to_string(gmsh_cell_type(first->type)->n_nodes) +
                        "; expected hexahedra of one kind");
    }
    mesh_.geometry_order = first != nullptr && first->type != 5 ? 2 : 1;
  }

  [[nodiscard]] long long label_of(const GmshCell& cell, int i) const {
    return file_.cell_nodes[cell.first_node + i];
  }

  std::int64_t point_of(std::int64_t node) {
    std::int64_t& point = point_of_node_[node];
    if (point < 0) {
      point = static_cast<std::int64_t>(mesh_.points.size());
      mesh_.points.push_back(file_.nodes[node]);
    }
    return point;
  }

  void add_element(const GmshCell& cell) {
    const std::string user = "element " + std::to_string(cell.label);
    const int n_nodes = gmsh_cell_type(cell.type)->n_nodes;
    std::array<Point, 27> x{};
    std::array<std::int64_t, 8> corners{};
    for (int i = 0; i < n_nodes; ++i) {
      const std::int64_t node = file_.node(label_of(cell, i), user);
      x[i] = file_.nodes[node];
      if (i < 8) corners[corner_nodes[i]] = point_of(node);
    }
    if (n_nodes == 20) complete_serendipity(x);
    mesh_.corners.push_back(corners);
    mesh_.labels.push_back(cell.label);
    if (!file_.volume_names.empty()) mesh_.volumes.push_back(volume_of(cell.physical));
    for (int c = 0; c < 3; ++c) {
      if (n_nodes == 8) {
        for (int v = 0; v < 8; ++v) mesh_.coordinates.push_back(x[corner_nodes[v]][c]);
      } else {
        for (const int node : gmsh_hexahedron_nodes) mesh_.coordinates.push_back(x[node][c]);
      }
    }
  }

  /// The corners of a quadrilateral; those that are no corners of elements are -1.
  std::array<std::int64_t, 4> points_of_quad(const GmshCell& cell) const {
    const std::string user = "quadrilateral " + std::to_string(cell.label);
    std::array<std::int64_t, 4> points{};
    for (int i = 0; i < 4; ++i) points[i] = point_of_node_[file_.node(label_of(cell, i), user)];
    return points;
  }

  void add_quad(const GmshCell& cell) {
    const auto points = points_of_quad(cell);
    const bool touches_elements = *std::min_element(points.begin(), points.end()) >= 0;
    if (touches_elements) quads_of_surface_[cell.entity].push_back(points);
    if (cell.physical == 0) return;
    if (!touches_elements) {
      throw base::Error(file_.name + ": the quadrilateral " + std::to_string(cell.label) + " of '" +
                        name_of(cell.physical) + "' is no face of an element");
    }
    mesh_.quads.push_back({points, boundary_of(cell.physical), cell.label});
  }

  [[nodiscard]] std::string name_of(int physical) const {
    const auto named = file_.surface_names.find(physical);
    return named != file_.surface_names.end() ? named->second
                                              : "boundary-" + std::to_string(physical);
  }

  /// Index of the name of a physical volume; -1: it has none.
  int volume_of(int physical) {
    const auto named = file_.volume_names.find(physical);
    if (named == file_.volume_names.end()) return -1;
    const auto known = std::ranges::find(mesh_.volume_names, named->second);
    if (known == mesh_.volume_names.end()) {
      mesh_.volume_names.push_back(named->second);
      return static_cast<int>(mesh_.volume_names.size()) - 1;
    }
    return static_cast<int>(known - mesh_.volume_names.begin());
  }

  int boundary_of(int physical) {
    const auto [known, is_new] =
        boundary_of_group_.try_emplace(physical, static_cast<int>(mesh_.boundary_names.size()));
    if (is_new) mesh_.boundary_names.push_back(name_of(physical));
    return known->second;
  }

  void add_periodic(const GmshPeriodicSurfaces& pair) {
    PeriodicMap map;
    map.name = "surfaces " + std::to_string(pair.slave) + " and " + std::to_string(pair.master);
    for (const auto& [slave, master] : pair.nodes) {
      const std::int64_t from = point_of_node_[file_.node(slave, map.name)];
      const std::int64_t to = point_of_node_[file_.node(master, map.name)];
      if (from >= 0 && to >= 0) map.master_of[from] = to;
    }
    if (pair.nodes.empty()) {
      const Point offset = translation_of(pair, map);
      const auto& slave = quads_of(pair.slave, map);
      const auto& master = quads_of(pair.master, map);
      map = map_by_translation(mesh_, slave, master, offset, map.name);
    }
    mesh_.periodic.push_back(std::move(map));
  }

  Point translation_of(const GmshPeriodicSurfaces& pair, const PeriodicMap& map) const {
    bool is_translation = pair.affine.size() == 16;
    for (std::size_t i = 0; is_translation && i < 16; ++i) {
      const double expected = i % 5 == 0 ? 1.0 : 0.0;
      is_translation = i % 4 == 3 && i != 15 ? true : std::abs(pair.affine[i] - expected) < 1e-10;
    }
    if (!is_translation) {
      throw base::Error(file_.name + ": periodic " + map.name +
                        " list no nodes and no translation; expected one of them");
    }
    return {pair.affine[3], pair.affine[7], pair.affine[11]};
  }

  [[nodiscard]] const std::vector<std::array<std::int64_t, 4>>& quads_of(
      int surface, const PeriodicMap& map) const {
    const auto found = quads_of_surface_.find(surface);
    if (found == quads_of_surface_.end()) {
      throw base::Error(file_.name + ": periodic " + map.name + " list no nodes, and surface " +
                        std::to_string(surface) +
                        " has no quadrilaterals in the file; put it into a physical group or save "
                        "all elements (Mesh.SaveAll = 1)");
    }
    return found->second;
  }

  const GmshFile& file_;
  RawMesh mesh_;
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
  std::map<int, int> boundary_of_group_;
  std::map<int, std::vector<std::array<std::int64_t, 4>>> quads_of_surface_;
};

}  // namespace

RawMesh read_gmsh(const std::filesystem::path& file) {
  const GmshFile parsed = read_gmsh_file(file);
  return Builder(parsed).build();
}

}  // namespace lobatto::mesh
