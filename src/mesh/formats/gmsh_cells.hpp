#pragma once

#include <array>
#include <string>
#include <vector>

namespace lobatto::mesh {

/// A type of elements in Gmsh's files.
struct GmshCellType {
  int type = 0;
  int dimension = 0;
  int n_nodes = 0;
  int order = 0;  ///< of lines, quadrilaterals and hexahedra; 0: another shape
  const char* name = "";

  /// Whether it has all nodes of its order; else those on its lines alone.
  [[nodiscard]] bool is_complete() const;
};

/// The type of this number; nullptr for one that is not known here.
const GmshCellType* gmsh_cell_type(int type);
/// The complete type of this order and dimension; nullptr where Gmsh has none.
const GmshCellType* complete_gmsh_type(int dimension, int order);

/// Hexahedra and quadrilaterals of any order, the ones that a mesh is made of.
bool is_hexahedron(int type);
bool is_quadrilateral(int type);
/// The sides of such quadrilaterals.
bool is_line(int type);

/// Where the corners of Gmsh's hexahedron are in lexicographic order: 0 to 3 go around t = -1, 4 to
/// 7 around t = 1. The first four are those of its quadrilateral.
inline constexpr std::array<int, 8> gmsh_corners{0, 1, 3, 2, 4, 5, 7, 6};

/// The places [r, s, t] of the nodes of a line, quadrilateral or hexahedron on a lattice from 0 to
/// its order, as Gmsh numbers them: the corners, the inner nodes of each line, of each face, and of
/// the element, these two as those of a face or an element within, of an order lower by two.
/// [n_nodes]
std::vector<std::array<int, 3>> gmsh_lattice(const GmshCellType& type);

}  // namespace lobatto::mesh
