#include "poly/lagrange_basis.hpp"

#include <algorithm>

namespace lobatto::poly {

// Weights 1 / prod_{k != j} (x_j - x_k): Berrut & Trefethen, SIAM Review 46 (2004), eq. 3.2.
LagrangeBasis::LagrangeBasis(std::span<const double> nodes)
    : nodes_(nodes.begin(), nodes.end()), weights_(nodes.size(), 1.0) {
  for (std::size_t j = 0; j < nodes.size(); ++j)
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k != j) weights_[j] /= nodes[j] - nodes[k];
}

void LagrangeBasis::values(double x, std::span<double> out) const {
  double sum = 0;
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    if (x == nodes_[j]) {
      std::fill(out.begin(), out.end(), 0.0);
      out[j] = 1.0;
      return;
    }
    out[j] = weights_[j] / (x - nodes_[j]);
    sum += out[j];
  }
  for (double& value : out) value /= sum;
}

}  // namespace lobatto::poly
