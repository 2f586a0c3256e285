#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/gmsh_file.hpp"
#include "mesh/lattice_geometry.hpp"
#include "mesh/raw_mesh.hpp"
#include "mesh/translated_surfaces.hpp"

namespace lobatto::mesh {

/// Throws base::Error where the elements of a file, of this dimension at most, are no volumes: the
/// quadrilaterals of a surface would be taken for lost boundaries.
void refuse_without_volumes(const std::string& file, int dimension);

/// Makes a mesh of what is in a file, or of the cells of a share of it with the nodes that they
/// use. Every function throws base::Error where the file makes no mesh, for the first cell of it.
class GmshBuilder {
 public:
  explicit GmshBuilder(const GmshFile& file) : file_(file), point_of_node_(file.nodes.size(), -1) {
    mesh_.file = file.name;
  }

  /// The first hexahedron; null where there is none.
  [[nodiscard]] const GmshCell* first_hexahedron() const;
  /// All hexahedra must be of the kind of this one, perhaps of another share.
  void expect_kind(int type, long long label);

  /// Physical groups of hexahedra and of quadrilaterals, as they come first.
  [[nodiscard]] std::vector<long long> volume_groups() const;
  [[nodiscard]] std::vector<long long> surface_groups() const;
  /// Names volumes and boundaries in the order of their groups.
  void name_groups(const std::vector<long long>& volumes, const std::vector<long long>& surfaces);

  void add_elements();
  /// Makes a node of a quadrilateral a point, since elements of another share have a corner there.
  void add_corner(long long label) { point_of(label, file_.node(label, "a quadrilateral")); }
  void add_quads();

  /// The quadrilaterals of a surface that touch elements. [entity][quads]
  [[nodiscard]] const std::map<int, std::vector<QuadPoints>>& quads_of_surfaces() const {
    return quads_of_surface_;
  }
  /// The point of a node; -1 where it is no corner of an element.
  [[nodiscard]] std::int64_t point_at(std::int64_t node) const { return point_of_node_[node]; }
  /// Places of the quadrilaterals of the mesh among the elements of the file. [quads]
  [[nodiscard]] const std::vector<std::int64_t>& quad_numbers() const { return quad_numbers_; }
  /// The labels of the points. [points]
  [[nodiscard]] const std::vector<long long>& point_labels() const { return point_labels_; }
  RawMesh& mesh() { return mesh_; }

 private:
  [[nodiscard]] long long label_of(const GmshCell& cell, int i) const {
    return file_.cell_nodes[cell.first_node + i];
  }
  std::int64_t point_of(long long label, std::int64_t node);
  void add_element(const GmshCell& cell);
  [[nodiscard]] QuadPoints points_of_quad(const GmshCell& cell) const;
  void add_quad(const GmshCell& cell);
  [[nodiscard]] std::string name_of(int physical) const;
  [[nodiscard]] int volume_of(int physical) const;

  const GmshFile& file_;
  RawMesh mesh_;
  std::optional<LatticeGeometry> geometry_;
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
  std::vector<long long> point_labels_;
  std::vector<std::int64_t> quad_numbers_;
  std::map<int, int> boundary_of_group_;
  std::map<int, std::vector<QuadPoints>> quads_of_surface_;
};

}  // namespace lobatto::mesh
