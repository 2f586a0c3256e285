// Where the nodes of the cells of exchange formats lie.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/error.hpp"
#include "mesh/formats/exchange_cells.hpp"

namespace lobatto::mesh {
namespace {

using CellPlace = std::array<int, 3>;

constexpr std::array<CellPlace, 8> cell_corners{
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

/// Ends of the lines, by corner: around the bottom, upwards, around the top.
constexpr std::array<std::array<int, 2>, 12> cell_lines{{{0, 1},
                                                         {1, 2},
                                                         {2, 3},
                                                         {3, 0},
                                                         {0, 4},
                                                         {1, 5},
                                                         {2, 6},
                                                         {3, 7},
                                                         {4, 5},
                                                         {5, 6},
                                                         {6, 7},
                                                         {7, 4}}};

/// Sides of CGNS by the corner where they begin, and those next to it in both directions.
constexpr std::array<std::array<int, 3>, 6> cgns_sides{
    {{0, 1, 3}, {0, 1, 4}, {1, 2, 5}, {2, 3, 6}, {3, 0, 7}, {4, 5, 7}}};

/// What follows corners and lines of 20 nodes in Exodus II.
constexpr std::array<CellPlace, 7> exodus_inside{
    {{1, 1, 1}, {1, 1, 0}, {1, 1, 2}, {0, 1, 1}, {2, 1, 1}, {1, 0, 1}, {1, 2, 1}}};

CellLattice corners_and_lines(int dimension, int order) {
  CellLattice lattice;
  const std::size_t n_corners = dimension == 3 ? 8 : 4, n_lines = dimension == 3 ? 12 : 4;
  for (std::size_t v = 0; v < n_corners; ++v) {
    const auto& [r, s, t] = cell_corners[v];
    lattice.push_back({order * r, order * s, order * t});
  }
  for (std::size_t line = 0; line < n_lines; ++line) {
    const CellPlace& from = cell_corners[static_cast<std::size_t>(cell_lines[line][0])];
    const CellPlace& to = cell_corners[static_cast<std::size_t>(cell_lines[line][1])];
    for (int i = 1; i < order; ++i) {
      CellPlace place{};
      for (std::size_t c = 0; c < 3; ++c) place[c] = order * from[c] + i * (to[c] - from[c]);
      lattice.push_back(place);
    }
  }
  return lattice;
}

/// The inside of a square of n x n places, (a, b) from 0: around from (0, 0) along a, then the same
/// of what is left.
std::vector<std::array<int, 2>> rings(int n) {
  std::vector<std::array<int, 2>> places;
  for (int low = 0, high = n - 1; low <= high; ++low, --high) {
    if (low == high) places.push_back({low, low});
    for (int i = low; i < high; ++i) places.push_back({i, low});
    for (int i = low; i < high; ++i) places.push_back({high, i});
    for (int i = high; i > low; --i) places.push_back({i, high});
    for (int i = high; i > low; --i) places.push_back({low, i});
  }
  return places;
}

void add_cgns_side(const std::array<int, 3>& side, int order, CellLattice& lattice) {
  const auto corner = [&](int i) { return cell_corners[static_cast<std::size_t>(side[i])]; };
  const CellPlace from = corner(0), a = corner(1), b = corner(2);
  for (const auto& [i, j] : rings(order - 1)) {
    CellPlace place{};
    for (std::size_t c = 0; c < 3; ++c)
      place[c] = order * from[c] + (i + 1) * (a[c] - from[c]) + (j + 1) * (b[c] - from[c]);
    lattice.push_back(place);
  }
}

CellLattice complete_cgns_lattice(int dimension, int order) {
  CellLattice lattice = corners_and_lines(dimension, order);
  if (dimension == 2) {
    add_cgns_side(cgns_sides[0], order, lattice);
    return lattice;
  }
  for (const auto& side : cgns_sides) add_cgns_side(side, order, lattice);
  for (int k = 1; k < order; ++k)
    for (const auto& [i, j] : rings(order - 1)) lattice.push_back({i + 1, j + 1, k});
  return lattice;
}

}  // namespace

CellLattice exodus_lattice(const std::string& file, const std::string& block, int dimension,
                           std::size_t n_nodes) {
  const std::size_t n_corners = dimension == 3 ? 8 : 4;
  if (n_nodes == n_corners) return corners_and_lines(dimension, 1);
  CellLattice lattice = corners_and_lines(dimension, 2);
  if (n_nodes == lattice.size()) return lattice;
  if (dimension == 3)
    lattice.insert(lattice.end(), exodus_inside.begin(), exodus_inside.end());
  else
    lattice.push_back({1, 1, 0});
  if (n_nodes == lattice.size()) return lattice;
  throw base::Error(file + ": the element block '" + block + "' has " +
                    (dimension == 3 ? "hexahedra" : "quadrilaterals") + " of " +
                    std::to_string(n_nodes) + " nodes, expected " +
                    (dimension == 3 ? "8, 20 or 27" : "4, 8 or 9"));
}

CellLattice cgns_lattice(int dimension, std::size_t n_nodes) {
  for (int order = 1; order <= 4; ++order) {
    CellLattice of_lines = corners_and_lines(dimension, order);
    if (of_lines.size() == n_nodes) return of_lines;
    CellLattice complete = complete_cgns_lattice(dimension, order);
    if (complete.size() == n_nodes) return complete;
  }
  return {};
}

}  // namespace lobatto::mesh
