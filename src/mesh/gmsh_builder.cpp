#include "mesh/gmsh_builder.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "mesh/gmsh_cells.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

/// The physical groups of cells of one dimension, as they come first.
template <class IsKept>
std::vector<long long> groups_of(const GmshFile& file, const IsKept& is_kept) {
  std::vector<long long> groups;
  for (const GmshCell& cell : file.cells) {
    if (cell.physical != 0 && is_kept(cell.type) &&
        std::ranges::find(groups, cell.physical) == groups.end())
      groups.push_back(cell.physical);
  }
  return groups;
}

}  // namespace

void refuse_without_volumes(const std::string& file, int dimension) {
  if (dimension == 3) return;
  const std::string dimensions[] = {"has no elements", "is one-dimensional", "is two-dimensional"};
  throw base::Error(file + ": the mesh " + dimensions[dimension] +
                    ", expected hexahedra, or quadrilaterals in a plane z = constant; mesh the "
                    "volumes with gmsh -3, and save them in a physical group");
}

const GmshCell* GmshBuilder::first_hexahedron() const {
  const auto first = std::ranges::find_if(
      file_.cells, [](const GmshCell& cell) { return is_hexahedron(cell.type); });
  return first == file_.cells.end() ? nullptr : &*first;
}

void GmshBuilder::expect_kind(int type, long long label) {
  for (const GmshCell& cell : file_.cells) {
    if (!is_hexahedron(cell.type) || cell.type == type) continue;
    throw base::Error(file_.name + ": element " + std::to_string(cell.label) + " has " +
                      std::to_string(gmsh_cell_type(cell.type)->n_nodes) + " nodes, but element " +
                      std::to_string(label) + " has " +
                      std::to_string(gmsh_cell_type(type)->n_nodes) +
                      "; expected hexahedra of one kind");
  }
  mesh_.geometry_order = gmsh_cell_type(type)->order;
  geometry_.emplace(gmsh_lattice(*gmsh_cell_type(type)), mesh_.geometry_order, 3);
}

std::vector<long long> GmshBuilder::volume_groups() const {
  return groups_of(file_, is_hexahedron);
}

std::vector<long long> GmshBuilder::surface_groups() const {
  return groups_of(file_, is_quadrilateral);
}

void GmshBuilder::name_groups(const std::vector<long long>& volumes,
                              const std::vector<long long>& surfaces) {
  for (const long long group : volumes) {
    const auto named = file_.volume_names.find(static_cast<int>(group));
    if (named != file_.volume_names.end() &&
        std::ranges::find(mesh_.volume_names, named->second) == mesh_.volume_names.end())
      mesh_.volume_names.push_back(named->second);
  }
  for (const long long group : surfaces) {
    boundary_of_group_[static_cast<int>(group)] = static_cast<int>(mesh_.boundary_names.size());
    mesh_.boundary_names.push_back(name_of(static_cast<int>(group)));
  }
}

void GmshBuilder::add_elements() {
  for (const GmshCell& cell : file_.cells) {
    if (is_hexahedron(cell.type)) add_element(cell);
  }
}

void GmshBuilder::add_quads() {
  for (const GmshCell& cell : file_.cells) {
    if (is_quadrilateral(cell.type)) add_quad(cell);
  }
}

std::int64_t GmshBuilder::point_of(long long label, std::int64_t node) {
  std::int64_t& point = point_of_node_[node];
  if (point < 0) {
    point = static_cast<std::int64_t>(mesh_.points.size());
    mesh_.points.push_back(file_.nodes[node]);
    point_labels_.push_back(label);
  }
  return point;
}

void GmshBuilder::add_element(const GmshCell& cell) {
  const std::string user = "element " + std::to_string(cell.label);
  const int n_nodes = gmsh_cell_type(cell.type)->n_nodes;
  std::vector<Point> nodes(static_cast<std::size_t>(n_nodes));
  std::array<std::int64_t, 8> corners{};
  for (int i = 0; i < n_nodes; ++i) {
    const std::int64_t node = file_.node(label_of(cell, i), user);
    nodes[i] = file_.nodes[node];
    if (i < 8) corners[gmsh_corners[i]] = point_of(label_of(cell, i), node);
  }
  mesh_.corners.push_back(corners);
  mesh_.labels.push_back(cell.label);
  if (!file_.volume_names.empty()) mesh_.volumes.push_back(volume_of(cell.physical));
  const auto coordinates = geometry_->coordinates(nodes);
  mesh_.coordinates.insert(mesh_.coordinates.end(), coordinates.begin(), coordinates.end());
}

/// The corners of a quadrilateral; those that are no corners of elements are -1.
QuadPoints GmshBuilder::points_of_quad(const GmshCell& cell) const {
  const std::string user = "quadrilateral " + std::to_string(cell.label);
  QuadPoints points{};
  for (int i = 0; i < 4; ++i) points[i] = point_of_node_[file_.node(label_of(cell, i), user)];
  return points;
}

void GmshBuilder::add_quad(const GmshCell& cell) {
  const auto points = points_of_quad(cell);
  const bool touches_elements = *std::min_element(points.begin(), points.end()) >= 0;
  if (touches_elements) quads_of_surface_[cell.entity].push_back(points);
  if (cell.physical == 0) return;
  if (!touches_elements) {
    throw base::Error(file_.name + ": the quadrilateral " + std::to_string(cell.label) + " of '" +
                      name_of(cell.physical) + "' is no face of an element");
  }
  mesh_.quads.push_back({points, boundary_of_group_.at(cell.physical), cell.label});
  quad_numbers_.push_back(static_cast<std::int64_t>(cell.number));
}

std::string GmshBuilder::name_of(int physical) const {
  const auto named = file_.surface_names.find(physical);
  return named != file_.surface_names.end() ? named->second
                                            : "boundary-" + std::to_string(physical);
}

/// Index of the name of a physical volume; -1: it has none.
int GmshBuilder::volume_of(int physical) const {
  const auto named = file_.volume_names.find(physical);
  if (named == file_.volume_names.end()) return -1;
  return static_cast<int>(std::ranges::find(mesh_.volume_names, named->second) -
                          mesh_.volume_names.begin());
}

}  // namespace lobatto::mesh
