#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "mesh/curves/lattice_geometry.hpp"
#include "mesh/cut/gmsh_cut.hpp"
#include "mesh/formats/gmsh_cells.hpp"
#include "mesh/formats/gmsh_file.hpp"
#include "mesh/formats/gmsh_periodic.hpp"
#include "mesh/formats/node_directory.hpp"
#include "mesh/mesh_format.hpp"
#include "mesh/point.hpp"

namespace lobatto::mesh {
namespace {

/// What a mesh is made of: volumes, or in a plane surfaces.
struct Shapes {
  bool (*is_element)(int type);
  bool (*is_side)(int type);
  const char *elements, *side, *side_of_element;  ///< as messages call them
  std::size_t n_corners_of_side;
};
constexpr Shapes of_volumes{is_hexahedron,   is_quadrilateral, "hexahedra",
                            "quadrilateral", "face",           4};
constexpr Shapes of_plane{is_quadrilateral, is_line, "quadrilaterals", "line", "side", 2};

bool lies_in_plane(const GmshFile& share, const comm::Communicator& communicator) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 2> range{infinity, infinity};  // of -z and of z
  for (const auto& x : share.nodes) range = {std::min(range[0], -x[2]), std::min(range[1], x[2])};
  communicator.min(range);
  return -range[0] <= range[1];
}

/// The quadrilaterals of a surface would be taken for lost boundaries.
void refuse_without_volumes(const GmshFile& share) {
  if (share.dimension == 3) return;
  const std::string dimensions[] = {"has no elements", "is one-dimensional", "is two-dimensional"};
  throw base::Error(share.name + ": the mesh " + dimensions[share.dimension] +
                    ", expected hexahedra, or quadrilaterals in a plane z = constant; mesh the "
                    "volumes with gmsh -3, and save them in a physical group");
}

void refuse_triangles(const GmshFile& share) {
  if (share.has_triangles)
    throw base::Error(share.name +
                      ": the plane mesh has triangles, expected quadrilaterals alone; Recombine "
                      "Surface{:}; in Gmsh makes them, and Mesh.RecombineAll = 1, and " +
                      gmsh_cut_command(share.name) + " cuts what is here into them");
}

/// The nodes of cells, and those of periodic surfaces. Ascending.
std::vector<std::int64_t> used_labels(const GmshFile& share, const GmshPairs& periodic) {
  std::vector<std::int64_t> labels(share.cell_nodes.begin(), share.cell_nodes.end());
  for (const auto& pair : periodic)
    for (const auto& nodes : pair.nodes) labels.insert(labels.end(), nodes.begin(), nodes.end());
  sort_and_drop_repeated(labels);
  return labels;
}

class GmshBuilder {
 public:
  GmshBuilder(const GmshFile& share, const Shapes& shapes, NodeDirectory& nodes,
              const comm::Communicator& communicator)
      : share_(share),
        shapes_(shapes),
        nodes_(nodes),
        communicator_(communicator),
        point_of_node_(share.nodes.size(), -1) {
    mesh().file = share.name;
    mesh().dimension = is_plane() ? 2 : 3;
  }

  MeshSlice build() {
    expect_one_kind();
    name_groups();
    comm::on_all(communicator_, [&] { add_elements(); });
    nodes_.mark_corners(corner_labels_);
    if (communicator_.size() > 1) add_corners_of_sides();
    comm::on_all(communicator_, [&] {
      for (const GmshCell& cell : share_.cells)
        if (shapes_.is_side(cell.type) && (cell.physical != 0 || !is_plane())) add_side(cell);
    });
    count_elements();
    const GmshPeriodic periodic(share_, nodes_, quads_of_surface_, communicator_);
    for (const auto& pair : is_plane() ? share_.periodic_curves : share_.periodic)
      periodic.add(pair, slice_);
    return std::move(slice_);
  }

 private:
  RawMesh& mesh() { return slice_.raw; }
  [[nodiscard]] bool is_plane() const { return &shapes_ == &of_plane; }

  /// All ranks learn of the first element of the file.
  void expect_one_kind() {
    const auto own = std::ranges::find_if(
        share_.cells, [&](const GmshCell& cell) { return shapes_.is_element(cell.type); });
    const bool is_here = own != share_.cells.end();
    const auto first = communicator_.max_location(is_here ? 1.0 : 0.0);
    if (first.value == 0.0) return;
    std::array<double, 2> cell{};
    if (is_here) cell = {double(own->type), static_cast<double>(own->label)};
    communicator_.broadcast(cell, first.rank);
    const GmshCellType& type = *gmsh_cell_type(static_cast<int>(cell[0]));
    comm::on_all(communicator_, [&] { expect_kind(type, static_cast<long long>(cell[1])); });
    mesh().geometry_order = type.order;
    geometry_.emplace(gmsh_lattice(type), type.order, mesh().dimension);
  }

  void expect_kind(const GmshCellType& type, long long label) const {
    for (const GmshCell& cell : share_.cells) {
      if (!shapes_.is_element(cell.type) || cell.type == type.type) continue;
      throw base::Error(share_.name + ": element " + std::to_string(cell.label) + " has " +
                        std::to_string(gmsh_cell_type(cell.type)->n_nodes) +
                        " nodes, but element " + std::to_string(label) + " has " +
                        std::to_string(type.n_nodes) + "; expected " + shapes_.elements +
                        " of one kind");
    }
  }

  /// The physical groups of cells, as they come first in the file.
  [[nodiscard]] std::vector<long long> groups_of(bool (*is_kept)(int type)) const {
    std::vector<long long> own, all;
    const auto add = [](long long group, std::vector<long long>& groups) {
      if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
    };
    for (const GmshCell& cell : share_.cells)
      if (cell.physical != 0 && is_kept(cell.type)) add(cell.physical, own);
    for (const long long group : communicator_.all_gather(std::span<const long long>(own)))
      add(group, all);
    return all;
  }

  void name_groups() {
    auto& names = mesh().volume_names;
    for (const long long group : groups_of(shapes_.is_element)) {
      const auto named = volume_names().find(static_cast<int>(group));
      if (named == volume_names().end()) continue;
      const auto known = std::ranges::find(names, named->second);
      volume_of_group_[static_cast<int>(group)] = static_cast<int>(known - names.begin());
      if (known == names.end()) names.push_back(named->second);
    }
    for (const long long group : groups_of(shapes_.is_side)) {
      boundary_of_group_[static_cast<int>(group)] = static_cast<int>(mesh().boundary_names.size());
      mesh().boundary_names.push_back(name_of_boundary(static_cast<int>(group)));
    }
  }

  [[nodiscard]] const std::map<int, std::string>& volume_names() const {
    return is_plane() ? share_.surface_names : share_.volume_names;
  }

  [[nodiscard]] std::string name_of_boundary(int physical) const {
    const auto& names = is_plane() ? share_.curve_names : share_.surface_names;
    const auto named = names.find(physical);
    return named != names.end() ? named->second : "boundary-" + std::to_string(physical);
  }

  [[nodiscard]] long long label_of(const GmshCell& cell, std::size_t i) const {
    return share_.cell_nodes[cell.first_node + i];
  }
  [[nodiscard]] std::int64_t node_of(const GmshCell& cell, std::size_t i, const char* kind) const {
    const std::int64_t node = share_.find(label_of(cell, i));
    if (node < 0)
      share_.refuse_missing(label_of(cell, i), kind + (" " + std::to_string(cell.label)));
    return node;
  }

  /// In a plane the lower point of a node; the upper one is the next.
  std::int64_t point_of(std::int64_t node, long long label) {
    std::int64_t& point = point_of_node_[node];
    if (point >= 0) return point;
    point = static_cast<std::int64_t>(mesh().points.size());
    corner_labels_.push_back(label);
    const Point& x = share_.nodes[node];
    for (const int level : {0, 1}) {
      if (level == 1 && !is_plane()) break;
      mesh().points.push_back({x[0], x[1], is_plane() ? level : x[2]});
      slice_.point_ids.push_back(gmsh_point_id(label, level, mesh().dimension));
    }
    return point;
  }

  void add_elements() {
    const auto n = static_cast<std::size_t>(
        std::ranges::count_if(share_.cells, shapes_.is_element, &GmshCell::type));
    const auto n_nodes = static_cast<std::size_t>(mesh().geometry_order) + 1;
    mesh().corners.reserve(n);
    mesh().labels.reserve(n);
    mesh().coordinates.reserve(n * 3 * n_nodes * n_nodes * n_nodes);
    for (const GmshCell& cell : share_.cells)
      if (shapes_.is_element(cell.type)) add_element(cell);
  }

  void add_element(const GmshCell& cell) {
    std::vector<Point> nodes(static_cast<std::size_t>(gmsh_cell_type(cell.type)->n_nodes));
    std::array<std::int64_t, 8> corners{};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::int64_t node = node_of(cell, i, "element");
      nodes[i] = share_.nodes[node];
      if (i >= (is_plane() ? 4 : 8)) continue;
      corners[gmsh_corners[i]] = point_of(node, label_of(cell, i));
      if (is_plane()) corners[gmsh_corners[i] + 4] = corners[gmsh_corners[i]] + 1;
    }
    mesh().corners.push_back(corners);
    mesh().labels.push_back(cell.label);
    if (!mesh().volume_names.empty()) {
      const auto volume = volume_of_group_.find(cell.physical);
      mesh().volumes.push_back(volume == volume_of_group_.end() ? -1 : volume->second);
    }
    const auto coordinates = geometry_->coordinates(nodes);
    mesh().coordinates.insert(mesh().coordinates.end(), coordinates.begin(), coordinates.end());
  }

  /// Nodes of sides are points, too, where elements of another share have a corner.
  void add_corners_of_sides() {
    std::vector<std::int64_t> labels;
    for (const GmshCell& cell : share_.cells)
      for (std::size_t i = 0; shapes_.is_side(cell.type) && i < shapes_.n_corners_of_side; ++i)
        labels.push_back(label_of(cell, i));
    sort_and_drop_repeated(labels);
    const auto are_corners = nodes_.are_corners(labels);
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (are_corners[i] != 0) point_of(share_.find(labels[i]), labels[i]);
  }

  void add_side(const GmshCell& cell) {
    QuadPoints points{};
    for (std::size_t i = 0; i < shapes_.n_corners_of_side; ++i)
      points[i] = point_of_node_[node_of(cell, i, shapes_.side)];
    const bool touches_elements =
        std::ranges::min(std::span(points).first(shapes_.n_corners_of_side)) >= 0;
    if (is_plane()) points = {points[0], points[1], points[1] + 1, points[0] + 1};
    if (touches_elements) quads_of_surface_[cell.entity].push_back(points);
    if (cell.physical == 0) return;
    if (!touches_elements)
      throw base::Error(share_.name + ": the " + shapes_.side + " " + std::to_string(cell.label) +
                        " of '" + name_of_boundary(cell.physical) + "' is no " +
                        shapes_.side_of_element + " of an element");
    mesh().quads.push_back({points, boundary_of_group_.at(cell.physical), cell.label});
    slice_.quad_orders.push_back(static_cast<std::int64_t>(cell.number));
  }

  void count_elements() {
    const long long own = mesh().n_elements();
    slice_.first_element = {0};
    for (const long long n : communicator_.all_gather(std::span(&own, 1)))
      slice_.first_element.push_back(slice_.first_element.back() + n);
  }

  const GmshFile& share_;
  const Shapes& shapes_;
  NodeDirectory& nodes_;
  const comm::Communicator& communicator_;
  MeshSlice slice_;
  std::optional<LatticeGeometry> geometry_;
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
  std::vector<std::int64_t> corner_labels_;
  std::map<int, int> volume_of_group_, boundary_of_group_;
  QuadsOfSurfaces quads_of_surface_;
};

MeshSlice slice_of(GmshFile share, const comm::Communicator& communicator) {
  NodeDirectory nodes(share, communicator);
  const bool is_plane = share.dimension == 2 && lies_in_plane(share, communicator);
  if (is_plane)
    refuse_triangles(share);
  else
    refuse_without_volumes(share);
  const auto& periodic = is_plane ? share.periodic_curves : share.periodic;
  if (communicator.size() > 1) nodes.fetch(used_labels(share, periodic), share);
  return GmshBuilder(share, is_plane ? of_plane : of_volumes, nodes, communicator).build();
}

/// A Gmsh .msh file, version 2.2, 4.0 or 4.1, text or binary, with hexahedra of one type, of any
/// order that Gmsh has, or, in a plane z = constant, with quadrilaterals, which become the slab of
/// RawMesh::dimension. Physical surfaces (in a plane: curves) are the boundaries: by their names,
/// or "boundary-<number>" without one. Elements of other dimensions and sides in no physical group
/// are ignored. Physical volumes are kept by their names, of a volume in several of them the first
/// one. $Periodic pairs of surfaces count by the nodes they list; where they list none, as Gmsh
/// does for structured surfaces, by their transform and the quadrilaterals of the two surfaces.
///
/// A rank keeps its share of the nodes and elements as the file lists them, boundaries among the
/// elements, and gets the nodes that its elements use from the ranks that keep them. Points are
/// known by the labels of their nodes. Of text every rank scans the whole file, in binary it passes
/// over what is not its own. Throws base::Error that names file, line or byte, and what was
/// expected, the same on every rank. Collective.
MeshSlice read_gmsh(const std::filesystem::path& file, const comm::Communicator& communicator) {
  return slice_of(read_gmsh_file(file, communicator), communicator);
}

RawMesh read_and_cut_gmsh(const std::filesystem::path& file, CutReport& report) {
  const auto alone = comm::Communicator::alone();
  GmshFile whole = read_gmsh_file(file, alone, GmshCells::of_any_shape);
  report = cut_gmsh_cells(whole);
  return whole_of(slice_of(std::move(whole), alone));
}

}  // namespace

MeshFormat gmsh_format() {
  return {.name = "Gmsh (.msh, which begins with $MeshFormat)",
          .is_of = [](const std::filesystem::path&,
                      std::string_view begin) { return begin.starts_with("$MeshFormat"); },
          .read = read_gmsh,
          .has_shares = true,
          .read_and_cut = read_and_cut_gmsh};
}

}  // namespace lobatto::mesh
