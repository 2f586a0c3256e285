#pragma once

#include <cstdint>
#include <vector>

#include "mesh/layered_mesh.hpp"
#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::extruded {

/// The nodes of a rank's columns of elements: a line of nodes along the straight direction stands
/// on each node [b][a] of a plane element, those of the lowest element of a column.
class ElementColumns {
 public:
  /// Throws base::Error where the ends of a periodic line are joined turned. Collective.
  /// mesh: the nodes of the space, of which a plane needs none.
  ElementColumns(const space::FunctionSpace& space, const mesh::NodalHexes& mesh,
                 mesh::LayeredMesh layers);

  [[nodiscard]] const mesh::LayeredMesh& layers() const { return layers_; }
  [[nodiscard]] int n_columns() const { return layers_.n_columns; }
  [[nodiscard]] int element(int column, int layer) const {
    return elements_[column * layers_.n_layers() + layer];
  }
  [[nodiscard]] int n_upwards() const { return n_upwards_; }  ///< nodes of an element; 1 of a plane
  /// Where the nodes of an element are in it, [upwards][b][a].
  [[nodiscard]] const std::uint32_t* nodes(int element) const {
    return tables_[table_of_[element]].data();
  }
  /// The nodes of the element are in this order already.
  [[nodiscard]] bool is_plain(int element) const { return table_of_[element] == 0; }
  /// Global ids of the plane nodes: those of the lowest nodes above them. [n_columns][n n]
  [[nodiscard]] const std::vector<std::int64_t>& plane_ids() const { return plane_ids_; }

 private:
  using Table = std::vector<std::uint32_t>;
  [[nodiscard]] Table own_table(int element) const;
  /// Places of plane nodes, of the column or its own ones, in the order on which both elements at
  /// an end agree. [n n]
  [[nodiscard]] std::vector<int> by_counterpart(const mesh::NodalHexes& mesh, int element,
                                                bool upper) const;
  [[nodiscard]] int number_of(const Table& table);
  void place_column(const mesh::NodalHexes& mesh, int column);

  int n_, n_upwards_;
  mesh::LayeredMesh layers_;
  std::vector<int> elements_;  ///< [n_columns][n_layers]
  std::vector<Table> tables_;
  std::vector<int> table_of_;  ///< [n_elements]
  std::vector<std::int64_t> plane_ids_;
};

/// Where a Dirichlet condition holds: at whole lines of nodes, and at the ends of all lines.
struct PlaneConditions {
  poly::LineConditions line;
  std::vector<bool> fixed;  ///< [n_columns][n n]
};
/// Throws base::Error on all ranks where conditions change along the straight direction, or within
/// one of the ends. Collective.
PlaneConditions plane_conditions(const space::FunctionSpace& space,
                                 const space::BoundaryConditions& conditions,
                                 const ElementColumns& columns);

}  // namespace lobatto::extruded
