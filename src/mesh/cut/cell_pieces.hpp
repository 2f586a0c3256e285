#pragma once

#include <array>
#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::mesh {

/// Some corners of a cell, a bit for each.
using CornerSet = unsigned;

/// A cell is a product of simplices, of these dimensions: {3} is a tetrahedron, {2, 1} a wedge,
/// {1, 1, 1} a hexahedron, {2} a triangle, {1, 1} a quadrilateral, {1} a line. Its corners are
/// numbered through the first simplex first. Everything about it lies in the middle of some of its
/// corners, and has their set as its name: nodes, and the corners of what it is cut into.
using Simplices = std::vector<int>;

/// The nodes of a cell of order 1 or 2.
std::vector<CornerSet> nodes_of_cell(const Simplices& cell, int order);

/// The lines of a cell along one of its simplices, by their ends.
std::vector<CornerSet> lines_along(const Simplices& cell, std::size_t simplex);

/// What a cell is cut into: lines, quadrilaterals or hexahedra, of its dimension.
struct CellPieces {
  std::vector<std::vector<CornerSet>> corners;  ///< [pieces][t][s][r]
  /// [pieces * places][nodes_of_cell] What the nodes of the cell contribute to each place.
  poly::Matrix weights;
};

/// Cuts each simplex of dimension d into d + 1 cubes, one at each corner, whose opposite corner is
/// the middle of the simplex; a line only where `is_cut`. `places` are on a lattice from 0 to
/// `order` in a piece. What a cell of order g makes of its pieces is of order g in each of their
/// directions: nothing is lost.
CellPieces cut_cell(const Simplices& cell, int order, const std::vector<bool>& is_cut,
                    std::span<const std::array<int, 3>> places, int order_of_places);

/// A kind of cells that can be cut into hexahedra, or in a plane into quadrilaterals.
struct GmshShape {
  const char* name = "";         ///< as messages call many of them
  Simplices simplices;           ///< none: a pyramid
  int dimension = 0, order = 0;  ///< 1 or 2
  std::vector<CornerSet> given;  ///< [nodes] as the file lists them
  std::vector<CornerSet> all;    ///< those of cells that have all nodes of the order
  std::vector<CornerSet> lines;  ///< by their ends
  std::vector<std::vector<CornerSet>> lines_along;  ///< [simplices]
  std::vector<CornerSet> quads;                     ///< sides with four corners
  std::vector<CornerSet> triangles;                 ///< sides with three

  [[nodiscard]] int n_corners() const;
};

/// The shape of a type of elements of order 1 or 2; nullptr for others.
const GmshShape* gmsh_shape(int type);

}  // namespace lobatto::mesh
