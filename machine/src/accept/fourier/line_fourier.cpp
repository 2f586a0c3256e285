#include "accept/fourier/line_fourier.hpp"

#include <algorithm>

#include "kernels/registers/lanes.hpp"

namespace lobatto::accept {

namespace {

/// Lines in a strip: rows so long that memory is read ahead, and two strips in a quarter of a
/// megabyte if they can be.
std::size_t strip_width(int n) {
  constexpr int values = 1 << 13, line = 8, most = 128;
  return static_cast<std::size_t>(std::clamp(values / n / line * line, line, most));
}

/// From row to row of a strip: no power of two, for which all rows have the same place in cache.
std::size_t strip_stride(std::size_t width) { return width + 8; }

std::vector<int> factors_of_line(int n) {
  return n == 1 ? std::vector<int>{1} : kernels::fft_factors(n);
}

/// Rows i and those behind it whose numbers are neighbours, as many as one register holds.
template <class Value>
bool are_neighbours(std::span<const LineRowOf<Value>> rows, std::size_t i) {
  const std::size_t last = i + kernels::n_lanes - 1;
  return last < rows.size() && rows[last].re == rows[i].re + kernels::n_lanes - 1 &&
         rows[last].lane_step == rows[i].lane_step;
}

/// to[c * to_step + r] = from[r * from_step + c] for a square of as many as a register holds.
void turn_square(const double* from, std::size_t from_step, double* to, std::size_t to_step) {
  kernels::Lanes rows[kernels::n_lanes];
  kernels::unrolled<kernels::n_lanes>(
      [&](auto r) { rows[r] = kernels::load(from + r * from_step); });
  kernels::transpose(rows);
  kernels::unrolled<kernels::n_lanes>([&](auto r) { kernels::store(to + r * to_step, rows[r]); });
}

/// turn(i, lane, true) for squares from row i and lane on, turn(i, lane, false) for single numbers,
/// until rows that do not lie side by side by lanes are done.
template <class Value, class Turn>
void for_squares(std::span<const LineRowOf<Value>> rows, std::size_t width, const Turn& turn) {
  constexpr std::size_t side = kernels::n_lanes;
  for (std::size_t i = 0; i < rows.size();) {
    const bool is_turned = rows[i].re != nullptr && rows[i].lane_step != 1;
    const bool by_squares = is_turned && width >= side && are_neighbours(rows, i);
    if (by_squares)
      for (std::size_t lane = 0; lane < width; lane += side)
        turn(i, std::min(lane, width - side), true);
    else if (is_turned)
      for (std::size_t lane = 0; lane < width; ++lane) turn(i, lane, false);
    i += by_squares ? side : 1;
  }
}

}  // namespace

LineFourier::LineFourier(int n)
    : n_(static_cast<std::size_t>(n)),
      width_(strip_width(n)),
      stride_(strip_stride(width_)),
      fft_(n, 1, factors_of_line(n)),
      memory_(2 * n_strips * n_ * stride_),
      zeros_(width_),
      nowhere_(width_),
      in_re_(n_),
      in_im_(n_),
      out_re_(n_),
      out_im_(n_) {}

kernels::ComplexRows LineFourier::strip(Strip which) {
  double* const first = memory_.data() + 2 * which * n_ * stride_;
  return {first, first + n_ * stride_, stride_};
}

void LineFourier::operator()(std::span<const ConstLineRow> from, std::span<const LineRow> to,
                             std::size_t n_outer, std::size_t n_lanes) {
  for (std::size_t outer = 0; outer < n_outer; ++outer)
    for (std::size_t lane = 0; lane < n_lanes; lane += width_) {
      const Place place{outer, lane, std::min(width_, n_lanes - lane)};
      find_input(from, place);
      find_rows<double>(to, place, nowhere_.data(), strip(out), out_re_, out_im_);
      fft_({in_re_.data(), in_im_.data()}, strip(here), strip(there),
           {out_re_.data(), out_im_.data()}, static_cast<int>(place.width));
      turn_output(to, place);
    }
}

template <class Value>
void LineFourier::find_rows(std::span<const LineRowOf<Value>> rows, const Place& place,
                            Value* absent, const kernels::ComplexRows& turned,
                            std::vector<Value*>& re, std::vector<Value*>& im) const {
  for (std::size_t i = 0; i < n_; ++i) {
    const LineRowOf<Value>& row = rows[i];
    const bool lies_there = row.lane_step == 1;
    const std::size_t at = place.in(row);
    re[i] = row.re == nullptr ? absent : lies_there ? row.re + at : turned.re + i * stride_;
    im[i] = row.re == nullptr ? absent : lies_there ? row.im + at : turned.im + i * stride_;
  }
}

void LineFourier::find_input(std::span<const ConstLineRow> from, const Place& place) {
  const auto turned = strip(in);
  find_rows<const double>(from, place, zeros_.data(), turned, in_re_, in_im_);
  for_squares(from, place.width, [&](std::size_t i, std::size_t lane, bool by_square) {
    const std::size_t at = place.in(from[i]) + lane * from[i].lane_step, to = i * stride_ + lane;
    if (by_square) {
      turn_square(from[i].re + at, from[i].lane_step, turned.re + to, stride_);
      turn_square(from[i].im + at, from[i].lane_step, turned.im + to, stride_);
    } else {
      turned.re[to] = from[i].re[at];
      turned.im[to] = from[i].im[at];
    }
  });
}

void LineFourier::turn_output(std::span<const LineRow> to, const Place& place) {
  const auto turned = strip(out);
  for_squares(to, place.width, [&](std::size_t i, std::size_t lane, bool by_square) {
    const std::size_t at = place.in(to[i]) + lane * to[i].lane_step, from = i * stride_ + lane;
    if (by_square) {
      turn_square(turned.re + from, stride_, to[i].re + at, to[i].lane_step);
      turn_square(turned.im + from, stride_, to[i].im + at, to[i].lane_step);
    } else {
      to[i].re[at] = turned.re[from];
      to[i].im[at] = turned.im[from];
    }
  });
}

}  // namespace lobatto::accept
