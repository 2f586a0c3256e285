#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/vector3.hpp"
#include "poly/lagrange.hpp"
#include "space/function_space.hpp"
#include "space/nodal_elements.hpp"

namespace lobatto::space {

/// Solves the 3 x 3 system with the columns a[0], a[1], a[2] by Cramer's rule.
base::Vector3 solve3(const std::array<base::Vector3, 3>& a, const base::Vector3& b);

/// How far r is outside of [-1, 1]^3, at most over the directions; negative inside.
double excess_of(const base::Vector3& r);

/// x(r) of elements of this rank: from their coordinates r to places, and back. What it maps must
/// outlive it.
class ElementMap {
 public:
  explicit ElementMap(const FunctionSpace& space);
  explicit ElementMap(const NodalElements& elements);

  struct Linear {
    base::Vector3 x{};
    std::array<base::Vector3, 3> jacobian{};  ///< [a][c] = dx_c / dr_a
  };
  /// About 12 n^3 flop in a curved element, next to nothing in an axis-aligned one.
  [[nodiscard]] Linear expand(int element, const base::Vector3& r) const;
  /// r with x(r) = x, also somewhat outside of the element, by Newton's method from `start`; none
  /// where that leaves, and brought back leaves again. At once in an axis-aligned element.
  [[nodiscard]] std::optional<base::Vector3> invert(int element, const base::Vector3& x,
                                                    base::Vector3 start) const;

  [[nodiscard]] bool has_boxes() const { return !boxes_.empty(); }
  [[nodiscard]] const poly::LagrangeBasis& basis() const { return basis_; }
  /// l_i(r), and l'_i(r) by D: the derivative interpolates itself. [n] each
  void basis_at(double r, std::span<double> values, std::span<double> slopes) const;
  /// Nodes of an element.
  [[nodiscard]] const kernels::ElementShape& shape() const { return shape_; }

 private:
  struct Box {
    base::Vector3 middle, half;
  };
  [[nodiscard]] Linear expand_curved(int element, const base::Vector3& r) const;

  std::vector<Box> boxes_;                              ///< where all are axis-aligned
  std::array<std::span<const double>, 3> coordinates_;  ///< else of all nodes
  const poly::Matrix& derivative_;
  kernels::ElementShape shape_;
  double half_thickness_ = 0;  ///< of a plane
  poly::LagrangeBasis basis_;
};

}  // namespace lobatto::space
