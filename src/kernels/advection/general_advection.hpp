#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/advection/advection.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

/// Advection on curved hexahedra: with U_a = J sum_b dr_a/dx_b u_b, the contravariant velocity
/// times the Jacobian determinant, taken at the nodes and then a polynomial,
///
///   out = B^-1 I^T W_m ( sum_a U_a d f / d r_a at the m^3 points ).
///
/// J u . grad f is just sum_a U_a df/dr_a, so that the products of the box kernel serve, on the
/// reference element; with m >= ceil(3 n / 2) the integral is exact for that U, whose normal
/// component neighbours share. B = w J is the mass matrix. Holds its workspace: one object a
/// thread.
class GeneralAdvection {
 public:
  explicit GeneralAdvection(const AdvectionRule& rule);

  /// n_elements elements, metric [n_elements][k][j][9][i] and mass [n_elements][k][j][i] as
  /// compute_geometry makes them; `fields` as in BoxAdvection.
  void apply(int n_elements, const double* metric, const double* mass,
             const AdvectionFields& fields);
  [[nodiscard]] const char* method() const { return advection_.method(); }
  [[nodiscard]] int block_size() const { return advection_.block_size(); }

 private:
  void make_contravariant(std::size_t element, const double* metric, const double* mass,
                          const std::array<const double*, 3>& u);

  ElementShape shape_;
  int n_;
  std::size_t size_;
  BoxAdvection advection_;
  base::AlignedArray<double> weights_, inverse_weights_;     ///< w_i w_j w_k and 1 / that, n^3
  std::array<base::AlignedArray<double>, 3> contravariant_;  ///< of the elements of a call
  base::AlignedArray<double> factors_;                       ///< of the results of a call
  std::vector<Lengths> lengths_;                             ///< all 2: r_a itself
};

/// Of the products, and what curved elements of n_points nodes add.
constexpr Cost general_advection_cost(const Cost& products, double n_points, int n_fields) {
  return {products.flops + (19.0 + 2.0 * n_fields) * n_points,
          8.0 * (3.0 + 10.0 + 2.0 * n_fields) * n_points};
}

}  // namespace lobatto::kernels
