#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {

/// int h q T over parts of the boundary, which is diagonal under the quadrature of the nodes: what
/// a condition k dT/dn = -h T adds to a Helmholtz operator, unassembled.
class SurfaceMass {
 public:
  /// One more part, with h times the surface weight at its values, [boundary.n_values()]. h is not
  /// negative.
  void add(const space::Boundary& boundary, std::size_t element_size,
           std::span<const double> weighted);
  [[nodiscard]] bool empty() const { return nodes_.empty(); }

  /// w += S p on a block of whole elements, for fields that begin with the first element of all.
  /// Returns sum p S p.
  double add_product(const base::Block& block, const double* p, double* w) const;
  void add_diagonal(std::span<double> diagonal) const;

 private:
  std::vector<std::uint32_t> nodes_;  ///< local indices, ascending
  std::vector<double> values_;
};

}  // namespace lobatto::physics
