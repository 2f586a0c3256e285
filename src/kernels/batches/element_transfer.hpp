#pragma once

#include "base/aligned_array.hpp"
#include "kernels/batches/batch_arithmetic.hpp"
#include "kernels/cost.hpp"
#include "kernels/element_shape.hpp"

namespace lobatto::kernels {

constexpr Cost element_transfer_cost(const ElementShape& from, const ElementShape& to,
                                     int bytes_a_value) {
  const double n = from.n, m = to.n;
  return {2.0 * n * m * (from.is_plane() ? n + m : n * n + n * m + m * m),
          bytes_a_value * (from.points() + to.points())};
}

/// (T (x) T (x) T) u for a matrix T [n_to][n_from] between symmetric nodes, T(n_to-1-a, n_from-1-i)
/// = T(a, i), a batch of elements at once: values on other nodes, or, with the transpose, the same
/// for weak right-hand sides. In a plane (T (x) T) u. Holds its workspace: one object a thread.
template <class Real>
class ElementTransfer {
 public:
  /// Copies the matrix. [n_to][n_from] doubles, row-major.
  ElementTransfer(const BatchArithmetic<Real>& arithmetic, const ElementShape& from,
                  const ElementShape& to, const double* matrix)
      : arithmetic_(arithmetic),
        n_from_(from.n),
        n_to_(to.n),
        n_planes_(to.n_t),
        matrix_(n_to_, n_from_, true, [&](int a, int i) { return matrix[a * n_from_ + i]; }),
        ones_(arithmetic.lanes()),
        z_done_(from.is_plane() ? 0 : from.size() / from.n * to.n * arithmetic.lanes()),
        y_done_(static_cast<std::size_t>(n_to_) * n_from_ * arithmetic.lanes()) {
    ones_.fill(1);
  }

  /// out = T u, or += where `add`. u, out [k][j][i][lane]
  void operator()(const Real* u, bool add, Real* out) {
    const int lanes = arithmetic_.lanes();
    const bool is_plane = z_done_.size() == 0;
    if (!is_plane)
      apply(n_from_ * n_from_, false, {u, n_from_ * n_from_, 1},
            {z_done_.data(), n_from_ * n_from_, 1});
    const Real* const planes = is_plane ? u : z_done_.data();
    for (int k = 0; k < n_planes_; ++k) {
      const Real* plane = planes + static_cast<std::size_t>(k) * n_from_ * n_from_ * lanes;
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
  int n_from_, n_to_, n_planes_;
  SplitMatrix<Real> matrix_;
  base::AlignedArray<Real> ones_, z_done_, y_done_;
};

}  // namespace lobatto::kernels
