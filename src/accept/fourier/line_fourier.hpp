#pragma once

#include <cstddef>
#include <span>

#include "base/aligned_array.hpp"
#include "kernels/lane_fft.hpp"

namespace lobatto::accept {

/// Row i of many lines that lie side by side: that of line (outer, lane) is outer * outer_step +
/// lane * lane_step behind re and im.
template <class Value>
struct LineRowOf {
  Value *re, *im;
  std::size_t outer_step, lane_step;
};
using LineRow = LineRowOf<double>;
using ConstLineRow = LineRowOf<const double>;

/// Discrete Fourier transforms of many lines, X_k = sum_j x_j exp(-2 pi i j k / n), a strip of
/// lines at a time that stays in cache. The other way: with real and imaginary parts exchanged in
/// what goes in and what comes out. Nothing is scaled.
class LineFourier {
 public:
  explicit LineFourier(int n);

  /// from, to [n]: rows, which must not overlap; n_outer x n_lanes lines.
  void operator()(std::span<const ConstLineRow> from, std::span<const LineRow> to,
                  std::size_t n_outer, std::size_t n_lanes);

 private:
  [[nodiscard]] kernels::ComplexRows rows(int which);

  std::size_t n_, strip_;
  kernels::LaneFft fft_;
  base::AlignedArray<double> memory_;  ///< two strips
};

}  // namespace lobatto::accept
