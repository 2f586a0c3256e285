#pragma once

#include <span>

#include "base/aligned_array.hpp"
#include "kernels/contraction.hpp"
#include "kernels/cost.hpp"
#include "kernels/lengths.hpp"

namespace lobatto::kernels {

constexpr Cost box_stiffness_cost(int n, int bytes_a_value) {
  return {6.0 * n * cube(n) + cube(n), 2.0 * bytes_a_value * cube(n)};
}

/// K u of an axis-aligned element in double or single precision: J W sum_d (2 / h_d)^2 (W^-1 D_d^T
/// W D_d) u, for the levels of a preconditioner. Holds its workspace: one object a thread.
template <class Real>
class BoxStiffness {
 public:
  /// derivative [n][n] row-major, weights [n].
  BoxStiffness(int n, std::span<const double> derivative, std::span<const double> weights);

  /// u and out [n]^3, not the same.
  void operator()(const Lengths& h, const Real* u, Real* out);

 private:
  int n_;
  std::size_t size_;
  base::AlignedArray<Real> laplacian_, transposed_;  ///< W^-1 D^T W D
  base::AlignedArray<Real> mass_;                    ///< W, n^3
  base::AlignedArray<Real> scaled_;
  BasicElementProducts<Real> set_, add_;
};

}  // namespace lobatto::kernels
