#pragma once

#include <array>
#include <span>

#include "kernels/element_shape.hpp"

namespace lobatto::kernels {

/// Where the Jacobian determinant of an element is smallest: an element is valid if that is
/// positive.
struct SmallestJacobian {
  double value = 0.0;
  int node = 0;  ///< (k n + j) n + i

  [[nodiscard]] bool is_positive() const { return value > 0.0; }  ///< not so for what is no number
};

/// Geometry of one curved element at its nodes. Values of several kinds at a node are stored
/// row by row, [k][j][kind][i], i fastest, so that a kernel that goes through the element reads
/// them in the order of memory.
struct ElementGeometry {
  std::span<double> metric;  ///< dr_a / dx_b, kind 3 a + b: [k][j][9][i]
  std::span<double>
      stiffness;           ///< G_ab = w J sum_c dr_a/dx_c dr_b/dx_c: [k][j][rr rs rt ss st tt][i]
  std::span<double> mass;  ///< B = w J, w = w_i w_j w_k: [k][j][i]
};

/// Fills what is not empty of `out` from the coordinates x, y, z of the nodes, [k][j][i] each:
/// dx_b / dr_a by the derivative matrix [n][n] (isoparametric element), dr / dx as its inverse. An
/// element of a plane is `thickness` thick along z. O(n^4), for set-up. Of an element whose
/// smallest Jacobian is not positive nothing but that is meaningful.
SmallestJacobian compute_geometry(const ElementShape& shape, std::span<const double> derivative,
                                  std::span<const double> weights,
                                  const std::array<std::span<const double>, 3>& coordinates,
                                  const ElementGeometry& out, double thickness = 0);

}  // namespace lobatto::kernels
