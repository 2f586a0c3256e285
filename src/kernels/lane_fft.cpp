#include "kernels/lane_fft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace lobatto::kernels {
namespace {

/// The rows of one butterfly: `factor` of them, `in_step` and `out_step` apart.
struct Butterfly {
  const double *in_re, *in_im;
  double *out_re, *out_im;
  std::size_t in_step, out_step;
  const double *twiddle_re, *twiddle_im;  ///< [factor]
};

struct Complex {
  double re, im;
  Complex operator+(Complex b) const { return {re + b.re, im + b.im}; }
  Complex operator-(Complex b) const { return {re - b.re, im - b.im}; }
  Complex operator*(Complex b) const { return {re * b.re - im * b.im, re * b.im + im * b.re}; }
  Complex operator*(double b) const { return {re * b, im * b}; }
  /// -i times it
  [[nodiscard]] Complex turned() const { return {im, -re}; }
};

template <int factor>
std::array<Complex, factor> small_transform(const std::array<Complex, factor>& x);

template <>
std::array<Complex, 2> small_transform<2>(const std::array<Complex, 2>& x) {
  return {x[0] + x[1], x[0] - x[1]};
}

template <>
std::array<Complex, 3> small_transform<3>(const std::array<Complex, 3>& x) {
  constexpr double sine = 0.5 * std::numbers::sqrt3;
  const Complex sum = x[1] + x[2], middle = x[0] - sum * 0.5,
                difference = ((x[1] - x[2]) * sine).turned();
  return {x[0] + sum, middle + difference, middle - difference};
}

template <>
std::array<Complex, 4> small_transform<4>(const std::array<Complex, 4>& x) {
  const Complex a = x[0] + x[2], b = x[0] - x[2], c = x[1] + x[3], d = (x[1] - x[3]).turned();
  return {a + c, b + d, a - c, b - d};
}

template <>
std::array<Complex, 5> small_transform<5>(const std::array<Complex, 5>& x) {
  // cos and sin of 2 pi / 5 and 4 pi / 5
  constexpr double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410,
                   s1 = 0.95105651629515357212, s2 = 0.58778525229247312917;
  const Complex a = x[1] + x[4], b = x[2] + x[3], d = x[1] - x[4], f = x[2] - x[3];
  const Complex even1 = x[0] + a * c1 + b * c2, even2 = x[0] + a * c2 + b * c1;
  const Complex odd1 = (d * s1 + f * s2).turned(), odd2 = (d * s2 - f * s1).turned();
  return {x[0] + a + b, even1 + odd1, even2 + odd2, even2 - odd2, even1 - odd1};
}

template <int factor>
void transform(const Butterfly& rows, int n_lanes) {
#pragma GCC ivdep
  for (int l = 0; l < n_lanes; ++l) {
    std::array<Complex, factor> x;
#pragma GCC unroll 8
    for (int j = 0; j < factor; ++j)
      x[j] = {rows.in_re[j * rows.in_step + l], rows.in_im[j * rows.in_step + l]};
    const auto y = small_transform<factor>(x);
#pragma GCC unroll 8
    for (int j = 0; j < factor; ++j) {
      const Complex turned = y[j] * Complex{rows.twiddle_re[j], rows.twiddle_im[j]};
      rows.out_re[j * rows.out_step + l] = turned.re;
      rows.out_im[j * rows.out_step + l] = turned.im;
    }
  }
}

/// Any factor, by its definition.
void transform_plainly(const Butterfly& rows, int factor, const std::vector<double>& root_re,
                       const std::vector<double>& root_im, int n_lanes) {
  for (int j = 0; j < factor; ++j) {
    double* const re = rows.out_re + j * rows.out_step;
    double* const im = rows.out_im + j * rows.out_step;
    std::fill_n(re, n_lanes, 0.0);
    std::fill_n(im, n_lanes, 0.0);
    for (int i = 0; i < factor; ++i) {
      const Complex weight = Complex{root_re[i * j % factor], root_im[i * j % factor]} *
                             Complex{rows.twiddle_re[j], rows.twiddle_im[j]};
      const double* const x = rows.in_re + i * rows.in_step;
      const double* const y = rows.in_im + i * rows.in_step;
#pragma GCC ivdep
      for (int l = 0; l < n_lanes; ++l) {
        re[l] += weight.re * x[l] - weight.im * y[l];
        im[l] += weight.re * y[l] + weight.im * x[l];
      }
    }
  }
}

int next_factor(int n) {
  for (const int factor : {4, 3, 2, 5})
    if (n % factor == 0) return factor;
  for (int factor = 7; factor * factor <= n; factor += 2)
    if (n % factor == 0) return factor;
  return n;
}

}  // namespace

LaneFft::LaneFft(int n) : n_(n) {
  const auto power = [](int j, int length, std::vector<double>& re, std::vector<double>& im) {
    const double angle = -2 * std::numbers::pi * (j % length) / length;
    re.push_back(std::cos(angle));
    im.push_back(std::sin(angle));
  };
  for (int length = n, before = 1; length > 1;) {
    const int factor = next_factor(length), rest = length / factor;
    Stage stage{factor, rest, before, {}, {}, {}, {}};
    for (int p = 0; p < rest; ++p)
      for (int j = 0; j < factor; ++j) power(p * j, length, stage.twiddle_re, stage.twiddle_im);
    for (int j = 0; j < factor; ++j) power(j, factor, stage.root_re, stage.root_im);
    stages_.push_back(std::move(stage));
    before *= factor;
    length = rest;
  }
}

LaneFft::Rows LaneFft::forward(ConstRows x, Rows here, Rows there, int n_lanes) const {
  if (stages_.empty()) {
    std::copy_n(x.re, n_lanes, here.re);
    std::copy_n(x.im, n_lanes, here.im);
    return here;
  }
  for (const Stage& stage : stages_) {
    run(stage, x, here, n_lanes);
    x = {here.re, here.im, here.stride};
    std::swap(here, there);
  }
  return there;
}

void LaneFft::run(const Stage& stage, ConstRows x, Rows y, int n_lanes) {
  const auto s = static_cast<std::size_t>(stage.side_by_side);
  for (int p = 0; p < stage.rest; ++p) {
    for (std::size_t q = 0; q < s; ++q) {
      const std::size_t in = (q + s * p) * x.stride, out = (q + s * stage.factor * p) * y.stride;
      const Butterfly rows{x.re + in,
                           x.im + in,
                           y.re + out,
                           y.im + out,
                           s * stage.rest * x.stride,
                           s * y.stride,
                           stage.twiddle_re.data() + p * stage.factor,
                           stage.twiddle_im.data() + p * stage.factor};
      switch (stage.factor) {
        case 2:
          transform<2>(rows, n_lanes);
          break;
        case 3:
          transform<3>(rows, n_lanes);
          break;
        case 4:
          transform<4>(rows, n_lanes);
          break;
        case 5:
          transform<5>(rows, n_lanes);
          break;
        default:
          transform_plainly(rows, stage.factor, stage.root_re, stage.root_im, n_lanes);
      }
    }
  }
}

double LaneFft::flops() const {
  double sum = 0;
  for (const Stage& stage : stages_) {
    // 4 is two layers of sums and differences, 3 and 5 a little more than products by two.
    const double butterfly = stage.factor == 2   ? 4
                             : stage.factor == 4 ? 16
                             : stage.factor == 3 ? 16
                             : stage.factor == 5 ? 48
                                                 : 8.0 * stage.factor * stage.factor;
    sum += (butterfly + 6.0 * (stage.factor - 1)) * n_ / stage.factor;
  }
  return sum;
}

}  // namespace lobatto::kernels
