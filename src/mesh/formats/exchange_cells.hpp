#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/curves/lattice_geometry.hpp"
#include "mesh/face_sides.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// The places of the nodes of a cell on a lattice from 0 to its order; t = 0 of quadrilaterals.
using CellLattice = std::vector<std::array<int, 3>>;

/// Of Exodus II: hexahedra of 8, 20 or 27 nodes (corners around the bottom and the top, lines
/// around the bottom, upwards, around the top, then the middle, bottom, top, and the sides r = -1,
/// 1, s = -1, 1), in two dimensions quadrilaterals of 4, 8 or 9 (corners and lines around, the
/// middle). Throws base::Error, naming file and block, for another number.
CellLattice exodus_lattice(const std::string& file, const std::string& block, int dimension,
                           std::size_t n_nodes);

/// Of CGNS, of order 1 to 4, with all nodes or those on lines alone. Corners and lines as those of
/// Exodus II; then the sides 1-2-3-4, 1-2-6-5, 2-3-7-6, 3-4-8-7, 4-1-5-8, 5-6-7-8, each in rings
/// from outside inwards, which begin beside its first corner and run towards its second; then the
/// inside so, layer by layer (SIDS, "Unstructured Grid Element Numbering Conventions"). Empty where
/// no such cell has that many nodes.
CellLattice cgns_lattice(int dimension, std::size_t n_nodes);

/// Makes a mesh of what exchange formats list: nodes, volumes of elements of one kind, and sides of
/// elements by their numbers. In two dimensions quadrilaterals become the slab of
/// RawMesh::dimension. Nodes are counted from 1. Throws base::Error for nodes that are not there,
/// or two kinds.
class ExchangeBuilder {
 public:
  explicit ExchangeBuilder(const std::string& file, int dimension = 3);

  /// Throws base::Error where a coordinate is not finite, or the nodes of a mesh in two dimensions
  /// lie in no plane z = constant.
  void set_nodes(std::vector<std::array<double, 3>> nodes);
  /// Which nodes are the same as corners. [nodes] the first of those that are
  void join_nodes(const std::vector<std::int64_t>& first) {
    same_.assign(first.begin(), first.end());
  }
  /// Elements by their nodes. [elements][lattice.size()]
  void add_volume(const std::string& name, const CellLattice& lattice,
                  std::span<const long long> nodes);
  /// A side of an element, from 0, in our numbering of faces.
  void add_side(const std::string& boundary, std::size_t element, int face);
  /// A side by its corners, four, or two in two dimensions. False where they are no corners.
  bool add_side_of_nodes(const std::string& boundary, std::span<const long long> corners,
                         long long label);
  /// The same for a side that counts only where it lies outside and nothing else names it.
  void add_outer_side(const std::string& boundary, std::span<const long long> corners,
                      long long label);
  /// The sides outside all of whose corners are among these nodes.
  void add_sides_between(const std::string& boundary, std::span<const long long> nodes);
  /// Pairs of nodes, own and other, that are the same but for a translation or rotation.
  void add_periodic(const std::string& name, std::span<const std::array<long long, 2>> pairs);

  [[nodiscard]] std::size_t n_elements() const { return mesh_.corners.size(); }
  /// Sides between elements of two volumes are left out.
  RawMesh finish();

 private:
  struct NamedNodes {
    std::string boundary;
    std::vector<long long> nodes;
  };
  struct NamedSide {
    std::string boundary;
    std::array<std::int64_t, 4> points{};
    long long label = 0;
  };

  /// The number of a node from 0. Throws base::Error where there is none, with "element 7".
  [[nodiscard]] std::size_t node_index(long long node, std::string_view kind,
                                       long long label) const;
  /// Of a node that is a corner; -1 for others.
  [[nodiscard]] std::int64_t corner_point(long long node, std::string_view kind,
                                          long long label) const;
  std::int64_t point_of(std::size_t node);
  /// Of a side by its corners; empty where they are no corners of elements.
  [[nodiscard]] std::optional<std::array<std::int64_t, 4>> side_points(
      std::span<const long long> corners, long long label) const;
  void add_element(const CellLattice& lattice, std::span<const long long> nodes);
  void add_outer_sides(const FaceSides& faces);
  void add_sides_between(const FaceSides& faces, const NamedNodes& named);
  void drop_inner_sides(const FaceSides& faces);

  RawMesh mesh_;
  std::vector<std::array<double, 3>> nodes_;
  std::vector<std::size_t> same_;            ///< [nodes] the first node that is the same
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
  std::vector<NamedNodes> between_;
  std::vector<NamedSide> outer_;
  std::optional<LatticeGeometry> geometry_;
  std::size_t n_nodes_of_element_ = 0;
};

}  // namespace lobatto::mesh
