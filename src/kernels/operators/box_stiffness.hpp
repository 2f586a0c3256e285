#pragma once

#include <span>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"
#include "kernels/lengths.hpp"

namespace lobatto::kernels {

constexpr Cost box_stiffness_cost(const ElementShape& shape, int bytes_a_value) {
  return {shape.product_flops() + shape.points(), 2.0 * bytes_a_value * shape.points()};
}

/// K u of axis-aligned elements in double or single precision, a batch at once: J W sum_d (2 /
/// h_d)^2 (W^-1 D_d^T W D_d) u, for the levels of a preconditioner.
template <class Real>
class BoxStiffness {
 public:
  /// derivative [n][n] row-major, weights [n].
  BoxStiffness(const BatchArithmetic<Real>& arithmetic, const ElementShape& shape,
               std::span<const double> derivative, std::span<const double> weights);

  /// J (2 / h_d)^2 of the elements of a batch, [3][lane]; zero where there is no element.
  void scale(std::span<const Lengths> lengths, Real* scales) const;
  /// u and out [k][j][i][lane], not the same.
  void operator()(const Real* scales, const Real* u, Real* out) const;

 private:
  const BatchArithmetic<Real>& arithmetic_;
  int n_, n_t_;
  SplitMatrix<Real> laplacian_;    ///< W^-1 D^T W D
  base::AlignedArray<Real> mass_;  ///< W
};

}  // namespace lobatto::kernels
