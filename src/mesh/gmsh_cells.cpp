#include "mesh/gmsh_cells.hpp"

#include <algorithm>

namespace lobatto::mesh {
namespace {

constexpr GmshCellType types[] = {
    {1, 1, 2, "line"},
    {2, 2, 3, "triangle"},
    {3, 2, 4, "quadrilateral"},
    {4, 3, 4, "tetrahedron"},
    {5, 3, 8, "hexahedron"},
    {6, 3, 6, "prism"},
    {7, 3, 5, "pyramid"},
    {8, 1, 3, "line"},
    {9, 2, 6, "triangle"},
    {10, 2, 9, "quadrilateral"},
    {11, 3, 10, "tetrahedron"},
    {12, 3, 27, "hexahedron"},
    {13, 3, 18, "prism"},
    {14, 3, 14, "pyramid"},
    {15, 0, 1, "point"},
    {16, 2, 8, "quadrilateral"},
    {17, 3, 20, "hexahedron"},
    {18, 3, 15, "prism"},
    {19, 3, 13, "pyramid"},
    {20, 2, 9, "triangle"},
    {21, 2, 10, "triangle"},
    {26, 1, 4, "line"},
    {27, 1, 5, "line"},
    {36, 2, 16, "quadrilateral"},
    {37, 2, 25, "quadrilateral"},
    {92, 3, 64, "hexahedron"},
    {93, 3, 125, "hexahedron"},
};

}  // namespace

// Corners 0 to 3 go around t = -1 and 4 to 7 around t = 1; then come the middles of the lines, of
// the faces and of the element.
const std::array<int, 27> gmsh_hexahedron_nodes{0,  8,  1,  9,  20, 11, 3,  13, 2,   // t = -1
                                                10, 21, 12, 22, 26, 23, 15, 24, 14,  // t = 0
                                                4,  16, 5,  17, 25, 18, 7,  19, 6};  // t = 1

const GmshCellType* gmsh_cell_type(int type) {
  const auto* found = std::find_if(std::begin(types), std::end(types),
                                   [&](const auto& known) { return known.type == type; });
  return found == std::end(types) ? nullptr : found;
}

bool is_hexahedron(int type) { return type == 5 || type == 12 || type == 17; }

bool is_quadrilateral(int type) { return type == 3 || type == 10 || type == 16; }

bool is_line(int type) { return type == 1 || type == 8; }

}  // namespace lobatto::mesh
