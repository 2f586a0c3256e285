#pragma once

#include "poly/matrix.hpp"

namespace lobatto::mesh {

/// det(dx/dr) / (|x_r| |x_s| |x_t|) of elements: 1 for a box, not positive where one is folded.
class ScaledJacobian {
 public:
  /// Of a geometry order g: looked at where measure_quality looks, at the nodes of a quadrature
  /// that integrates the Jacobian exactly.
  explicit ScaledJacobian(int geometry_order);

  /// The smallest of an element with coordinates [x, y, z][g + 1][g + 1][g + 1]; 72 n^4 flop for
  /// n of these nodes.
  [[nodiscard]] double smallest(const double* coordinates) const;

 private:
  int n_ = 0;  ///< g + 1
  poly::Matrix value_, derivative_;
};

}  // namespace lobatto::mesh
