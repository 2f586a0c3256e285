#pragma once

#include <span>

#include "base/aligned_array.hpp"
#include "kernels/contraction.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

constexpr Cost general_stiffness_cost(int n, int bytes_a_value) {
  return {12.0 * n * cube(n) + 15.0 * cube(n), 8.0 * bytes_a_value * cube(n)};
}

/// K u = sum_ab D_a^T G_ab D_b u of a curved hexahedron in double or single precision, for the
/// levels of a preconditioner. Holds its workspace: one object a thread.
template <class Real>
class GeneralStiffness {
 public:
  /// derivative [n][n] row-major.
  GeneralStiffness(int n, std::span<const double> derivative);

  /// factors [k][j][rr rs rt ss st tt][i] as ElementGeometry has them; u and out [n]^3, not the
  /// same.
  void operator()(const Real* factors, const Real* u, Real* out);

 private:
  int n_;
  base::AlignedArray<Real> derivative_, transposed_;
  base::AlignedArray<Real> r_, s_, t_;  ///< derivatives, then fluxes
  BasicElementProducts<Real> set_, add_;
};

}  // namespace lobatto::kernels
