#pragma once

#include <array>
#include <span>

#include "space/element_map.hpp"

namespace lobatto::space {

/// The Lagrange polynomials of an element and their slopes at one of its points.
class PointBasis {
 public:
  /// As many nodes along a line as orders of 1 to 31 have.
  static constexpr std::size_t most = 32;

  PointBasis(const ElementMap& map, const base::Vector3& r);

  /// The field there. field [n_t][n][n]; 2 n^3 flop
  [[nodiscard]] double value(const double* field) const;
  /// The same, then its slopes along the three directions of the element; 4 n^3 flop
  [[nodiscard]] std::array<double, 4> value_and_slopes(const double* field) const;

 private:
  using Line = std::array<double, most>;
  kernels::ElementShape shape_;
  std::array<Line, 3> values_, slopes_;
};

}  // namespace lobatto::space
