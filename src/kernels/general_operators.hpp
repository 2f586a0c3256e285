#pragma once

#include <array>
#include <span>

#include "base/aligned_array.hpp"
#include "kernels/box_helmholtz.hpp"
#include "kernels/contraction.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

constexpr Cost general_gradient_cost(int n) {
  return {6.0 * n * cube(n) + 15.0 * cube(n), 8.0 * 13.0 * cube(n)};
}
constexpr Cost general_weak_divergence_cost(int n) {
  return {6.0 * n * cube(n) + 18.0 * cube(n), 8.0 * 14.0 * cube(n)};
}

/// First derivatives on one curved hexahedron with the metric terms and the mass that
/// compute_geometry makes; fields [k][j][i]. Outputs must not overlap inputs. Holds its workspace:
/// one object a thread.
class GeneralOperators {
 public:
  explicit GeneralOperators(const LineRule& rule);

  /// out_b = sum_a dr_a/dx_b D_a p. metric [k][j][9][i].
  void gradient(std::span<const double> metric, std::span<const double> p,
                const std::array<double*, 3>& out);

  /// out = sum_a D_a^T B sum_b dr_a/dx_b f_b: the integral of grad v . f for each basis function v;
  /// the adjoint of the gradient in the inner product of B. mass [k][j][i].
  void weak_divergence(std::span<const double> metric, std::span<const double> mass,
                       const std::array<const double*, 3>& f, std::span<double> out);

 private:
  int n_;
  std::size_t size_;
  base::AlignedArray<double> derivative_, transposed_;
  std::array<base::AlignedArray<double>, 3> workspace_;  ///< one field a reference direction
  ElementProducts set_, add_;
};

}  // namespace lobatto::kernels
