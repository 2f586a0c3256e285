#pragma once

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/cost.hpp"

namespace lobatto::kernels {

constexpr Cost element_transfer_cost(double from, double to, int bytes_a_value) {
  return {2.0 * from * to * (from * from + from * to + to * to),
          bytes_a_value * (cube(from) + cube(to))};
}

/// (T (x) T (x) T) u for a matrix T [n_to][n_from] between symmetric nodes, T(n_to-1-a, n_from-1-i)
/// = T(a, i), a batch of elements at once: values on other nodes, or, with the transpose, the same
/// for weak right-hand sides. Holds its workspace: one object a thread.
template <class Real>
class ElementTransfer {
 public:
  /// Copies the matrix. [n_to][n_from] doubles, row-major.
  ElementTransfer(const BatchArithmetic<Real>& arithmetic, int n_from, int n_to,
                  const double* matrix)
      : arithmetic_(arithmetic),
        n_from_(n_from),
        n_to_(n_to),
        matrix_(n_to, n_from, true, [&](int a, int i) { return matrix[a * n_from + i]; }),
        ones_(arithmetic.lanes()),
        z_done_(static_cast<std::size_t>(n_to) * n_from * n_from * arithmetic.lanes()),
        y_done_(static_cast<std::size_t>(n_to) * n_from * arithmetic.lanes()) {
    ones_.fill(1);
  }

  /// out = T u, or += where `add`. u [n_from]^3[lane], out [n_to]^3[lane]
  void operator()(const Real* u, bool add, Real* out) {
    const int lanes = arithmetic_.lanes();
    apply(n_from_ * n_from_, false, {u, n_from_ * n_from_, 1},
          {z_done_.data(), n_from_ * n_from_, 1});
    for (int k = 0; k < n_to_; ++k) {
      const Real* plane = z_done_.data() + static_cast<std::size_t>(k) * n_from_ * n_from_ * lanes;
      apply(n_from_, false, {plane, n_from_, 1}, {y_done_.data(), n_from_, 1});
      apply(n_to_, add, {y_done_.data(), 1, n_from_},
            {out + static_cast<std::size_t>(k) * n_to_ * n_to_ * lanes, 1, n_to_});
    }
  }

 private:
  void apply(int n_lines, bool add, BatchLines<const Real> in, BatchLines<Real> out) const {
    arithmetic_.multiply(matrix_, n_lines, add, ones_.data(), in, out);
  }

  const BatchArithmetic<Real>& arithmetic_;
  int n_from_, n_to_;
  SplitMatrix<Real> matrix_;
  base::AlignedArray<Real> ones_, z_done_, y_done_;
};

}  // namespace lobatto::kernels
