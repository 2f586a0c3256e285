#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "kernels/registers/lane_fft.hpp"

namespace lobatto::accept {

/// Row i of many lines that lie side by side: that of line (outer, lane) is outer * outer_step +
/// lane * lane_step behind re and im. Nowhere: zeros that are read, or what nobody wants.
template <class Value>
struct LineRowOf {
  Value *re = nullptr, *im = nullptr;
  std::size_t outer_step = 0, lane_step = 1;
};
using LineRow = LineRowOf<double>;
using ConstLineRow = LineRowOf<const double>;

/// Discrete Fourier transforms of many lines, X_k = sum_j x_j exp(-2 pi i j k / n), a strip of
/// lines at a time that stays in cache. The other way: with real and imaginary parts exchanged in
/// what goes in and what comes out. Nothing is scaled. Rows whose lanes are neighbours are read and
/// written where they lie; others are turned by registers.
class LineFourier {
 public:
  explicit LineFourier(int n);

  /// from, to [n]: rows, which must not overlap; n_outer x n_lanes lines.
  void operator()(std::span<const ConstLineRow> from, std::span<const LineRow> to,
                  std::size_t n_outer, std::size_t n_lanes);

 private:
  enum Strip : std::size_t { in, here, there, out, n_strips };
  /// Lines (outer, lane) and those behind it.
  struct Place {
    std::size_t outer, lane, width;
    template <class Value>
    [[nodiscard]] std::size_t in(const LineRowOf<Value>& row) const {
      return outer * row.outer_step + lane * row.lane_step;
    }
  };
  [[nodiscard]] kernels::ComplexRows strip(Strip which);
  /// Where the first stage finds the rows, and where the last one leaves them.
  void find_input(std::span<const ConstLineRow> from, const Place& place);
  /// Where the rows of a strip lie: where they are, in `turned` if they must be turned, or in
  /// `absent` if there is none.
  template <class Value>
  void find_rows(std::span<const LineRowOf<Value>> rows, const Place& place, Value* absent,
                 const kernels::ComplexRows& turned, std::vector<Value*>& re,
                 std::vector<Value*>& im) const;
  void turn_output(std::span<const LineRow> to, const Place& place);

  std::size_t n_, width_, stride_;
  kernels::LaneFft fft_;
  base::AlignedArray<double> memory_;    ///< the strips
  std::vector<double> zeros_, nowhere_;  ///< a row
  std::vector<const double*> in_re_, in_im_;
  std::vector<double*> out_re_, out_im_;
};

}  // namespace lobatto::accept
