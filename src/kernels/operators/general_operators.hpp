#pragma once

#include <array>
#include <span>

#include "base/aligned_array.hpp"
#include "kernels/cost.hpp"
#include "kernels/operators/box_helmholtz.hpp"
#include "kernels/operators/flow_diagnostics.hpp"
#include "kernels/products/contraction.hpp"

namespace lobatto::kernels {

constexpr Cost general_gradient_cost(const ElementShape& shape) {
  return {shape.product_flops() + 15.0 * shape.points(), 8.0 * 13.0 * shape.points()};
}
constexpr Cost general_weak_divergence_cost(const ElementShape& shape) {
  return {shape.product_flops() + 18.0 * shape.points(), 8.0 * 14.0 * shape.points()};
}

/// Of components that are made together.
constexpr Cost general_momentum_rhs_cost(const ElementShape& shape, int n_components) {
  return {shape.product_flops() + 7.0 * n_components * shape.points(),
          8.0 * (2.0 + 5.0 * n_components) * shape.points()};
}
constexpr Cost general_diagnostics_cost(const ElementShape& shape) {
  return {3.0 * shape.product_flops() + 90.0 * shape.points(), 8.0 * 13.0 * shape.points()};
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

  /// out_b = B (f_b - sum_a dr_a/dx_b D_a p) for the components b whose out_b is not null: the
  /// right-hand sides of the velocity. out_b may be f_b.
  void momentum_rhs(std::span<const double> metric, std::span<const double> mass,
                    const std::array<const double*, 3>& f, std::span<const double> p,
                    const std::array<double*, 3>& out);

  /// Adds this element to `sums`. spacing [n]: distance around each node on [-1, 1] that the
  /// Courant number refers to, along each direction r_a, where the velocity is sum_b dr_a/dx_b u_b.
  void accumulate_diagnostics(std::span<const double> metric, std::span<const double> mass,
                              const std::array<const double*, 3>& u,
                              std::span<const double> spacing, FlowDiagnostics& sums);

 private:
  void differentiate(const double* p);

  ElementShape shape_;
  int n_;
  std::size_t size_;
  base::AlignedArray<double> derivative_, transposed_;
  std::array<base::AlignedArray<double>, 3> workspace_;  ///< one field a reference direction
  std::array<std::array<base::AlignedArray<double>, 3>, 3> slopes_;  ///< [a][c]: du_c / dr_a
  base::AlignedArray<double> inverse_spacing_;
  ElementProducts set_, add_;
};

}  // namespace lobatto::kernels
