#pragma once

#include "base/aligned_array.hpp"
#include "kernels/contraction.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

constexpr Cost element_transfer_cost(double from, double to, int bytes_a_value) {
  return {2.0 * from * to * (from * from + from * to + to * to),
          bytes_a_value * (cube(from) + cube(to))};
}

/// (T (x) T (x) T) u for a matrix T [n_to][n_from] (row-major): values of an element on other
/// nodes, or, with the transpose, the same for weak right-hand sides. Holds its workspace: one
/// object a thread.
template <class Real>
class ElementTransfer {
 public:
  /// Copies the matrix. [n_to][n_from] doubles, row-major.
  ElementTransfer(int n_from, int n_to, const double* matrix)
      : n_from_(n_from),
        n_to_(n_to),
        matrix_(static_cast<std::size_t>(n_from) * n_to),
        transposed_(static_cast<std::size_t>(n_from) * n_to),
        along_x_(ContractionShape::packed(n_to, n_from * n_from, n_from)),
        along_y_(ContractionShape::packed(n_to, n_to, n_from)),
        along_z_(ContractionShape::packed(n_to * n_to, n_to, n_from)),
        x_done_(static_cast<std::size_t>(n_to) * n_from * n_from),
        y_done_(static_cast<std::size_t>(n_to) * n_to * n_from) {
    for (int a = 0; a < n_to; ++a) {
      for (int i = 0; i < n_from; ++i) {
        matrix_[a * n_from + i] = static_cast<Real>(matrix[a * n_from + i]);
        transposed_[i * n_to + a] = matrix_[a * n_from + i];
      }
    }
  }

  /// u [n_from]^3, out [n_to]^3
  void operator()(const Real* u, Real* out) {
    along_x_(transposed_.data(), u, x_done_.data());
    for (int k = 0; k < n_from_; ++k) {
      along_y_(x_done_.data() + k * n_to_ * n_from_, matrix_.data(),
               y_done_.data() + k * n_to_ * n_to_);
    }
    along_z_(y_done_.data(), matrix_.data(), out);
  }

 private:
  int n_from_, n_to_;
  base::AlignedArray<Real> matrix_, transposed_;
  BasicContraction<Real> along_x_, along_y_, along_z_;
  base::AlignedArray<Real> x_done_, y_done_;
};

}  // namespace lobatto::kernels
