#include "mesh/formats/gmsh_cells.hpp"

#include <algorithm>
#include <cstddef>

namespace lobatto::mesh {
namespace {

/// Ascending. Type, dimension, nodes, order, name.
constexpr GmshCellType types[] = {
    {1, 1, 2, 1, "line"},
    {2, 2, 3, 0, "triangle"},
    {3, 2, 4, 1, "quadrilateral"},
    {4, 3, 4, 0, "tetrahedron"},
    {5, 3, 8, 1, "hexahedron"},
    {6, 3, 6, 0, "prism"},
    {7, 3, 5, 0, "pyramid"},
    {8, 1, 3, 2, "line"},
    {9, 2, 6, 0, "triangle"},
    {10, 2, 9, 2, "quadrilateral"},
    {11, 3, 10, 0, "tetrahedron"},
    {12, 3, 27, 2, "hexahedron"},
    {13, 3, 18, 0, "prism"},
    {14, 3, 14, 0, "pyramid"},
    {15, 0, 1, 0, "point"},
    {16, 2, 8, 2, "quadrilateral"},
    {17, 3, 20, 2, "hexahedron"},
    {18, 3, 15, 0, "prism"},
    {19, 3, 13, 0, "pyramid"},
    {20, 2, 9, 0, "triangle"},
    {21, 2, 10, 0, "triangle"},
    {22, 2, 12, 0, "triangle"},
    {23, 2, 15, 0, "triangle"},
    {24, 2, 15, 0, "triangle"},
    {25, 2, 21, 0, "triangle"},
    {26, 1, 4, 3, "line"},
    {27, 1, 5, 4, "line"},
    {28, 1, 6, 5, "line"},
    {29, 3, 20, 0, "tetrahedron"},
    {30, 3, 35, 0, "tetrahedron"},
    {31, 3, 56, 0, "tetrahedron"},
    {36, 2, 16, 3, "quadrilateral"},
    {37, 2, 25, 4, "quadrilateral"},
    {38, 2, 36, 5, "quadrilateral"},
    {39, 2, 12, 3, "quadrilateral"},
    {40, 2, 16, 4, "quadrilateral"},
    {41, 2, 20, 5, "quadrilateral"},
    {42, 2, 28, 0, "triangle"},
    {43, 2, 36, 0, "triangle"},
    {44, 2, 45, 0, "triangle"},
    {45, 2, 55, 0, "triangle"},
    {46, 2, 66, 0, "triangle"},
    {47, 2, 49, 6, "quadrilateral"},
    {48, 2, 64, 7, "quadrilateral"},
    {49, 2, 81, 8, "quadrilateral"},
    {50, 2, 100, 9, "quadrilateral"},
    {51, 2, 121, 10, "quadrilateral"},
    {52, 2, 18, 0, "triangle"},
    {53, 2, 21, 0, "triangle"},
    {54, 2, 24, 0, "triangle"},
    {55, 2, 27, 0, "triangle"},
    {56, 2, 30, 0, "triangle"},
    {57, 2, 24, 6, "quadrilateral"},
    {58, 2, 28, 7, "quadrilateral"},
    {59, 2, 32, 8, "quadrilateral"},
    {60, 2, 36, 9, "quadrilateral"},
    {61, 2, 40, 10, "quadrilateral"},
    {62, 1, 7, 6, "line"},
    {63, 1, 8, 7, "line"},
    {64, 1, 9, 8, "line"},
    {65, 1, 10, 9, "line"},
    {66, 1, 11, 10, "line"},
    {71, 3, 84, 0, "tetrahedron"},
    {72, 3, 120, 0, "tetrahedron"},
    {73, 3, 165, 0, "tetrahedron"},
    {74, 3, 220, 0, "tetrahedron"},
    {75, 3, 286, 0, "tetrahedron"},
    {90, 3, 40, 0, "prism"},
    {91, 3, 75, 0, "prism"},
    {92, 3, 64, 3, "hexahedron"},
    {93, 3, 125, 4, "hexahedron"},
    {94, 3, 216, 5, "hexahedron"},
    {95, 3, 343, 6, "hexahedron"},
    {96, 3, 512, 7, "hexahedron"},
    {97, 3, 729, 8, "hexahedron"},
    {98, 3, 1000, 9, "hexahedron"},
    {99, 3, 32, 3, "hexahedron"},
    {100, 3, 44, 4, "hexahedron"},
    {101, 3, 56, 5, "hexahedron"},
    {102, 3, 68, 6, "hexahedron"},
    {103, 3, 80, 7, "hexahedron"},
    {104, 3, 92, 8, "hexahedron"},
    {105, 3, 104, 9, "hexahedron"},
    {106, 3, 126, 0, "prism"},
    {107, 3, 196, 0, "prism"},
    {108, 3, 288, 0, "prism"},
    {109, 3, 405, 0, "prism"},
    {110, 3, 550, 0, "prism"},
    {118, 3, 30, 0, "pyramid"},
    {119, 3, 55, 0, "pyramid"},
    {120, 3, 91, 0, "pyramid"},
    {121, 3, 140, 0, "pyramid"},
    {122, 3, 204, 0, "pyramid"},
    {123, 3, 285, 0, "pyramid"},
    {124, 3, 385, 0, "pyramid"},
};

using Lattice = std::vector<std::array<int, 3>>;
using Place = std::array<int, 3>;

/// n steps from p on the way to q, which is g steps away.
Place towards(const Place& p, const Place& q, int n, int g) {
  Place place = p;
  for (int c = 0; c < 3; ++c) place[c] += (q[c] - p[c]) / g * n;
  return place;
}

void add_line(const Place& p, const Place& q, int g, Lattice& lattice) {
  for (int i = 1; i < g; ++i) lattice.push_back(towards(p, q, i, g));
}

/// Its nodes, or those within alone.
void add_quadrilateral(const std::array<Place, 4>& corners, int g, bool is_complete,
                       Lattice& lattice);

void add_inside(const std::array<Place, 4>& corners, int g, Lattice& lattice) {
  if (g < 2) return;
  std::array<Place, 4> inner{};
  for (int i = 0; i < 4; ++i) {
    const Place &next = corners[(i + 1) % 4], &last = corners[(i + 3) % 4];
    const Place step = towards(corners[i], next, 1, g), across = towards(corners[i], last, 1, g);
    for (int c = 0; c < 3; ++c) inner[i][c] = step[c] + across[c] - corners[i][c];
  }
  add_quadrilateral(inner, g - 2, true, lattice);
}

void add_quadrilateral(const std::array<Place, 4>& corners, int g, bool is_complete,
                       Lattice& lattice) {
  if (g == 0) return lattice.push_back(corners[0]);
  lattice.insert(lattice.end(), corners.begin(), corners.end());
  for (int i = 0; i < 4; ++i) add_line(corners[i], corners[(i + 1) % 4], g, lattice);
  if (is_complete) add_inside(corners, g, lattice);
}

/// With the corner of lowest coordinates at `first`.
void add_hexahedron(int first, int g, bool is_complete, Lattice& lattice) {
  constexpr int lines[12][2] = {{0, 1}, {0, 3}, {0, 4}, {1, 2}, {1, 5}, {2, 3},
                                {2, 6}, {3, 7}, {4, 5}, {4, 7}, {5, 6}, {6, 7}};
  constexpr int faces[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {0, 4, 7, 3},
                               {1, 2, 6, 5}, {2, 3, 7, 6}, {4, 5, 6, 7}};
  if (g == 0) return lattice.push_back({first, first, first});
  std::array<Place, 8> corners{};
  for (int i = 0; i < 8; ++i) {
    const int v = gmsh_corners[i];
    corners[i] = {first + g * (v & 1), first + g * ((v >> 1) & 1), first + g * (v >> 2)};
  }
  lattice.insert(lattice.end(), corners.begin(), corners.end());
  for (const auto& line : lines) add_line(corners[line[0]], corners[line[1]], g, lattice);
  if (!is_complete || g < 2) return;
  for (const auto& face : faces)
    add_inside({corners[face[0]], corners[face[1]], corners[face[2]], corners[face[3]]}, g,
               lattice);
  add_hexahedron(first + 1, g - 2, true, lattice);
}

}  // namespace

bool GmshCellType::is_complete() const {
  int all = 1;
  for (int d = 0; d < dimension; ++d) all *= order + 1;
  return n_nodes == all;
}

const GmshCellType* gmsh_cell_type(int type) {
  const auto* found = std::ranges::lower_bound(types, type, {}, &GmshCellType::type);
  return found == std::end(types) || found->type != type ? nullptr : found;
}

const GmshCellType* complete_gmsh_type(int dimension, int order) {
  const auto* found = std::ranges::find_if(types, [&](const GmshCellType& known) {
    return known.dimension == dimension && known.order == order && known.is_complete();
  });
  return found == std::end(types) ? nullptr : found;
}

bool is_hexahedron(int type) {
  const GmshCellType* known = gmsh_cell_type(type);
  return known != nullptr && known->dimension == 3 && known->order > 0;
}

bool is_quadrilateral(int type) {
  const GmshCellType* known = gmsh_cell_type(type);
  return known != nullptr && known->dimension == 2 && known->order > 0;
}

bool is_line(int type) {
  const GmshCellType* known = gmsh_cell_type(type);
  return known != nullptr && known->dimension == 1;
}

std::vector<std::array<int, 3>> gmsh_lattice(const GmshCellType& type) {
  Lattice lattice;
  lattice.reserve(static_cast<std::size_t>(type.n_nodes));
  const int g = type.order;
  const std::array<Place, 4> corners{Place{0, 0, 0}, {g, 0, 0}, {g, g, 0}, {0, g, 0}};
  if (type.dimension == 3) {
    add_hexahedron(0, g, type.is_complete(), lattice);
  } else if (type.dimension == 2) {
    add_quadrilateral(corners, g, type.is_complete(), lattice);
  } else {
    lattice = {corners[0], corners[1]};
    add_line(corners[0], corners[1], g, lattice);
  }
  return lattice;
}

}  // namespace lobatto::mesh
