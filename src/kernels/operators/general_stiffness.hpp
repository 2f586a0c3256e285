#pragma once

#include <span>

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::kernels {

constexpr Cost general_stiffness_cost(const ElementShape& shape, int bytes_a_value) {
  return {2.0 * shape.product_flops() + 15.0 * shape.points(),
          8.0 * bytes_a_value * shape.points()};
}

/// K u = sum_ab D_a^T G_ab D_b u of curved hexahedra in double or single precision, a batch at
/// once, for the levels of a preconditioner. Holds its workspace: one object a thread.
template <class Real>
class GeneralStiffness {
 public:
  /// derivative [n][n] row-major.
  GeneralStiffness(const BatchArithmetic<Real>& arithmetic, const ElementShape& shape,
                   std::span<const double> derivative);

  /// factors [k][j][rr rs rt ss st tt][i][lane], in the order of ElementGeometry; u and out
  /// [k][j][i][lane], not the same.
  void operator()(const Real* factors, const Real* u, Real* out);

 private:
  void apply(const SplitMatrix<Real>& matrix, int n_lines, bool add, BatchLines<const Real> in,
             BatchLines<Real> out) const {
    arithmetic_.multiply(matrix, n_lines, add, ones_.data(), in, out);
  }

  const BatchArithmetic<Real>& arithmetic_;
  int n_, n_t_;
  SplitMatrix<Real> derivative_, transposed_;
  base::AlignedArray<Real> ones_;
  base::AlignedArray<Real> t_;      ///< derivatives along the third direction, then fluxes
  base::AlignedArray<Real> r_, s_;  ///< of a plane
};

}  // namespace lobatto::kernels
