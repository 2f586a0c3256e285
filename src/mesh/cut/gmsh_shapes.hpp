#pragma once

#include <vector>

#include "mesh/cut/cell_pieces.hpp"

namespace lobatto::mesh {

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
