#include "accept/fourier/line_fourier.hpp"

#include <algorithm>

namespace lobatto::accept {

namespace {

/// Lines in a strip: two strips in half a megabyte at most, and rows of whole cache lines.
std::size_t strip_width(int n) {
  constexpr int values = 1 << 14, line = 8, most = 32;
  return static_cast<std::size_t>(std::clamp(values / n / line * line, line, most));
}

void copy_lanes(const double* from, std::size_t from_step, double* to, std::size_t to_step,
                std::size_t n) {
  if (from_step == 1 && to_step == 1) {
    std::copy_n(from, n, to);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) to[i * to_step] = from[i * from_step];
}

}  // namespace

LineFourier::LineFourier(int n)
    : n_(static_cast<std::size_t>(n)),
      strip_(strip_width(n)),
      fft_(n, 1, kernels::fft_factors(n)),
      memory_(4 * n_ * strip_) {}

kernels::ComplexRows LineFourier::rows(int which) {
  double* const first = memory_.data() + static_cast<std::size_t>(2 * which) * n_ * strip_;
  return {first, first + n_ * strip_, strip_};
}

void LineFourier::operator()(std::span<const ConstLineRow> from, std::span<const LineRow> to,
                             std::size_t n_outer, std::size_t n_lanes) {
  const kernels::ComplexRows x = rows(0), other = rows(1), result = fft_.last_of(other, x);
  for (std::size_t outer = 0; outer < n_outer; ++outer)
    for (std::size_t lane = 0; lane < n_lanes; lane += strip_) {
      const std::size_t width = std::min(strip_, n_lanes - lane);
      for (std::size_t i = 0; i < n_; ++i) {
        const ConstLineRow& row = from[i];
        const std::size_t at = outer * row.outer_step + lane * row.lane_step;
        copy_lanes(row.re + at, row.lane_step, x.re + i * strip_, 1, width);
        copy_lanes(row.im + at, row.lane_step, x.im + i * strip_, 1, width);
      }
      fft_({x.re, x.im, x.stride}, other, x, result, static_cast<int>(width));
      for (std::size_t i = 0; i < n_; ++i) {
        const LineRow& row = to[i];
        const std::size_t at = outer * row.outer_step + lane * row.lane_step;
        copy_lanes(result.re + i * strip_, 1, row.re + at, row.lane_step, width);
        copy_lanes(result.im + i * strip_, 1, row.im + at, row.lane_step, width);
      }
    }
}

}  // namespace lobatto::accept
