#pragma once

#include <span>
#include <vector>

namespace lobatto::poly {

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
