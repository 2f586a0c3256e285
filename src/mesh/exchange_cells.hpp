#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mesh/lattice_geometry.hpp"
#include "mesh/raw_mesh.hpp"

namespace lobatto::mesh {

/// The places of the nodes of a hexahedron of Exodus II, of 8, 20 or 27 nodes, on a lattice from 0
/// to 1 or 2: corners around the bottom and the top, lines around the bottom, upwards, around the
/// top, then the middle, bottom, top, and the sides r = -1, 1, s = -1, 1. Throws base::Error,
/// naming file and block, for another number.
std::span<const std::array<int, 3>> exodus_lattice(const std::string& file,
                                                   const std::string& block, std::size_t n_nodes);

/// Makes a mesh of what exchange formats list: nodes, volumes of elements of one kind, and sides of
/// elements by their numbers. Throws base::Error for nodes that are not there, or two kinds.
class ExchangeBuilder {
 public:
  explicit ExchangeBuilder(const std::string& file) { mesh_.file = file; }

  void set_nodes(std::vector<std::array<double, 3>> nodes) { nodes_ = std::move(nodes); }
  /// Elements by their nodes, counted from 1. [elements][lattice.size()]
  void add_volume(const std::string& name, std::span<const std::array<int, 3>> lattice,
                  std::span<const long long> nodes);
  /// A side of an element, from 0, in our numbering of faces.
  void add_side(const std::string& boundary, std::size_t element, int face);

  [[nodiscard]] std::size_t n_elements() const { return mesh_.corners.size(); }
  /// Sides between elements of two volumes are left out.
  RawMesh finish();

 private:
  std::int64_t point_of(std::size_t node);
  void add_element(std::span<const std::array<int, 3>> lattice, std::span<const long long> nodes);

  RawMesh mesh_;
  std::vector<std::array<double, 3>> nodes_;
  std::vector<std::int64_t> point_of_node_;  ///< -1: no corner of an element
  std::optional<LatticeGeometry> geometry_;
  std::size_t n_nodes_of_element_ = 0;
};

}  // namespace lobatto::mesh
