#pragma once

#include <array>
#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::mesh {

/// From the nodes of hexahedra or quadrilaterals as files have them, equidistant, to coordinates at
/// GLL nodes. Where elements have nodes on their lines alone, the others follow by transfinite
/// interpolation between the lines, which is what the (serendipity) shape functions of such
/// elements do.
class LatticeGeometry {
 public:
  /// The places [r, s, t] of the nodes in the order of the file, from 0 to `order`; dimension 2 is
  /// for quadrilaterals.
  LatticeGeometry(std::span<const std::array<int, 3>> lattice, int order, int dimension);

  /// [x, y, z][g + 1][g + 1][g + 1] at the GLL nodes of order g, of `nodes` as the file lists them.
  /// A quadrilateral becomes a slab, t along z from 0 to 1.
  [[nodiscard]] std::vector<double> coordinates(std::span<const std::array<double, 3>> nodes) const;

 private:
  [[nodiscard]] int n() const { return order_ + 1; }
  [[nodiscard]] std::vector<double> on_lattice(std::span<const std::array<double, 3>> nodes) const;
  [[nodiscard]] std::vector<double> between_lines(const std::vector<double>& lattice) const;

  int order_, dimension_;
  bool is_complete_;         ///< has all nodes, not those on lines alone
  std::vector<int> places_;  ///< [nodes] on the lattice [t][s][r]
  std::vector<double> equidistant_;
  poly::Matrix to_gll_;  ///< from equidistant nodes
};

}  // namespace lobatto::mesh
