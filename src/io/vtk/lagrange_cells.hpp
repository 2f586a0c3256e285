#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::io {

/// How an element of order p is shown by VTK's Lagrange hexahedra, whose nodes are equally spaced
/// and whose degree VTK limits to 10. Up to p = 10 an element is one cell of degree p: the picture
/// is the polynomial itself. Beyond, it is cut into pieces^3 equal cells of the smallest degree
/// that keeps pieces * degree >= p. (One cell of degree 31 would be of no use even without the
/// limit: interpolation in 32 equally spaced nodes magnifies rounding by 1e7.)
struct LagrangeLayout {
  int pieces = 1;  ///< cells along one direction of an element
  int degree = 1;  ///< of each cell

  [[nodiscard]] int n_line_points() const { return pieces * degree + 1; }
  [[nodiscard]] int n_points() const { return n_line_points() * n_line_points() * n_line_points(); }
  [[nodiscard]] int n_cells() const { return pieces * pieces * pieces; }
  [[nodiscard]] int n_cell_points() const { return (degree + 1) * (degree + 1) * (degree + 1); }
};
inline constexpr int max_vtk_degree = 10;
LagrangeLayout lagrange_layout(int order);

/// The points (i, j, k), each in 0 ... degree, of a Lagrange hexahedron in the order of VTK 9: 8
/// corners, 12 edges, 6 faces, interior. (VTK before 9 had the last two vertical edges swapped.)
std::vector<std::array<int, 3>> lagrange_hexahedron_points(int degree);

/// Indices of the points of every cell of one element, cell after cell (x fastest), in the
/// element's grid of n_line_points^3 points (x fastest). [n_cells][n_cell_points]
std::vector<std::int64_t> element_connectivity(const LagrangeLayout& layout);

/// Values on the element's grid of equally spaced points from values on its GLL nodes, by the
/// interpolating polynomial.
class EquidistantResampling {
 public:
  EquidistantResampling(const LagrangeLayout& layout, std::span<const double> gll_nodes);

  /// in [n][n][n], out [m][m][m], x fastest, must not alias; 2 (m n^3 + m^2 n^2 + m^3 n) flop.
  void apply(std::span<const double> in, std::span<double> out);

 private:
  poly::Matrix matrix_;
  std::vector<double> along_x_;   ///< [n][n][m]
  std::vector<double> along_xy_;  ///< [n][m][m]
};

}  // namespace lobatto::io
