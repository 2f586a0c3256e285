#pragma once

#include <array>
#include <string>

namespace lobatto::mesh {

/// A type of elements in Gmsh's files.
struct GmshCellType {
  int type = 0;
  int dimension = 0;
  int n_nodes = 0;
  const char* name = "";
};

/// The type of this number; nullptr for one that is not known here.
const GmshCellType* gmsh_cell_type(int type);

/// Hexahedra and quadrilaterals with straight or quadratic sides, the ones that a mesh is made of.
bool is_hexahedron(int type);
bool is_quadrilateral(int type);
/// The sides of such quadrilaterals.
bool is_line(int type);

/// The nodes of a hexahedron of 27 nodes in lexicographic order [t][s][r], as Gmsh numbers them;
/// the first 8 and 20 numbers are those of its smaller relatives.
extern const std::array<int, 27> gmsh_hexahedron_nodes;

}  // namespace lobatto::mesh
