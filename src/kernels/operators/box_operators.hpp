#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/cost.hpp"
#include "kernels/lengths.hpp"
#include "kernels/operators/flow_diagnostics.hpp"
#include "kernels/products/contraction.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {

constexpr Cost gradient_cost(const ElementShape& shape) {
  return {shape.product_flops(), 8.0 * 4.0 * shape.points()};
}
constexpr Cost weak_divergence_cost(const ElementShape& shape) {
  return {shape.product_flops() + 2.0 * shape.points(), 8.0 * 4.0 * shape.points()};
}
constexpr Cost momentum_rhs_cost(const ElementShape& shape) {
  return {2.0 * shape.n * shape.points() + 4.0 * shape.points(), 8.0 * 3.0 * shape.points()};
}
constexpr Cost diagnostics_cost(const ElementShape& shape) {
  return {3.0 * shape.product_flops() + 22.0 * shape.points(), 8.0 * 3.0 * shape.points()};
}

/// Operators of one axis-aligned element with lengths h, n GLL nodes per direction, D = derivative
/// matrix, w = GLL weights, J = hx hy hz / 8, W = w_i w_j w_k. Every field is [k][j][i], n^3
/// values, i fastest; in a plane k is 0 and w_k 2. Since W is a product, W^-1 D_d^T W is again a
/// one-dimensional matrix, so that weak operators are J W times a sum of three products. Outputs
/// must not overlap inputs unless said otherwise. Holds its workspace: one object a thread.
class BoxOperators {
 public:
  /// derivative [n][n] row-major, weights [n].
  BoxOperators(const ElementShape& shape, std::span<const double> derivative,
               std::span<const double> weights);

  /// out_d = (2 / h_d) D_d p.
  void gradient(const Lengths& h, std::span<const double> p, const std::array<double*, 3>& out);

  /// out = sum_d D_d^T (2 / h_d) J W f_d: the integral of grad v . f for each basis function v.
  void weak_divergence(const Lengths& h, const std::array<const double*, 3>& f,
                       std::span<double> out);

  /// out = J W (f - (2 / h_d) D_d p) for one direction d: the right-hand side of one velocity
  /// component. out may be f or p.
  void momentum_rhs(const Lengths& h, int direction, std::span<const double> f,
                    std::span<const double> p, std::span<double> out);

  /// Adds this element to `sums`. spacing [n]: distance around each node on [-1, 1] that the
  /// Courant number refers to.
  void accumulate_diagnostics(const Lengths& h, const std::array<const double*, 3>& u,
                              std::span<const double> spacing, FlowDiagnostics& sums);

 private:
  struct LaneSums {
    Lanes energy{}, enstrophy{}, divergence{}, rate{};
  };

  /// scaled_[d] = factor * source (x: its transpose), as the products want it.
  void scale_matrix(int direction, double factor, const std::vector<double>& source);
  void differentiate(const Lengths& h, int direction, const double* u, double* out);
  void multiply(const ElementProducts& products, int direction, const double* u, double* out) const;
  void curl_and_divergence(const Lengths& h, const std::array<const double*, 3>& u);
  void set_spacing(std::span<const double> spacing);
  void accumulate_lanes(std::size_t q, const Lengths& h, const std::array<Lanes, 3>& u,
                        LaneSums& sums) const;
  void scale_by_mass(double jacobian, double* out) const;

  ElementShape shape_;
  int n_;
  std::size_t size_;
  std::vector<double> derivative_;       ///< D
  std::vector<double> weak_derivative_;  ///< W^-1 D^T W
  base::AlignedArray<double> mass_;      ///< W, n^3
  std::array<base::AlignedArray<double>, 3> scaled_;
  std::size_t stride_;                    ///< n^3 rounded up to whole lanes
  base::AlignedArray<double> workspace_;  ///< curl and divergence of an element
  std::vector<double> spacing_;           ///< of the last diagnostics
  std::array<base::AlignedArray<double>, 3> inverse_spacing_;  ///< the same at every node, n^3
  ElementProducts set_, add_;
};

}  // namespace lobatto::kernels
