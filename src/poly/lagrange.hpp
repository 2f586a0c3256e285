#pragma once

#include <span>
#include <vector>

#include "poly/matrix.hpp"

namespace lobatto::poly {

/// I(r, i) = l_i(points[r]): values at `points` of the Lagrange polynomials of `nodes`.
/// [points.size()][nodes.size()]
Matrix interpolation_matrix(std::span<const double> nodes, std::span<const double> points);

/// D(i, j) = l'_j(nodes[i]); rows sum to zero to the last bit of the diagonal.
/// [nodes.size()][nodes.size()]
Matrix derivative_matrix(std::span<const double> nodes);

/// J(r, i) = l'_i(points[r]): derivatives at `points`. [points.size()][nodes.size()]
Matrix derivative_at_points(std::span<const double> nodes, std::span<const double> points);

/// The Lagrange polynomials of a set of nodes, for evaluation at one point after another.
class LagrangeBasis {
 public:
  explicit LagrangeBasis(std::span<const double> nodes);

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// out[i] = l_i(x), by the second barycentric formula; exactly 0 and 1 on nodes. [size()]
  void values(double x, std::span<double> out) const;

 private:
  std::vector<double> nodes_, weights_;
};

}  // namespace lobatto::poly
