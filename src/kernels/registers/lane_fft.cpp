#include "kernels/registers/lane_fft.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "kernels/registers/butterfly.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::kernels {
namespace {

/// Every step-th of some rows, from one of them on.
template <class Value>
struct EvenRows {
  Value *first_re, *first_im;
  std::size_t distance;
  [[nodiscard]] Value* re(std::size_t i) const { return first_re + i * distance; }
  [[nodiscard]] Value* im(std::size_t i) const { return first_im + i * distance; }
};
template <class Value>
EvenRows<Value> rows_from(const ComplexRowsOf<Value>& rows, std::size_t first, std::size_t step) {
  return {rows.re + first * rows.stride, rows.im + first * rows.stride, step * rows.stride};
}

template <class Value>
struct RowsAnywhere {
  Value *const *first_re, *const *first_im;
  std::size_t step;
  [[nodiscard]] Value* re(std::size_t i) const { return first_re[i * step]; }
  [[nodiscard]] Value* im(std::size_t i) const { return first_im[i * step]; }
};
template <class Value>
RowsAnywhere<Value> rows_from(const ScatteredRowsOf<Value>& rows, std::size_t first,
                              std::size_t step) {
  return {rows.re + first, rows.im + first, step};
}

/// The rows of one butterfly.
template <class In, class Out>
struct ButterflyRows {
  In in;
  Out out;
  const double *twiddle_re, *twiddle_im;  ///< [factor]
};

template <int factor, bool turns, class Rows>
void transform_rows(const Rows& rows, int n_lanes) {
  for_lanes(
      n_lanes, [&](int lane, auto value) __attribute__((always_inline)) {
        using Value = decltype(value);
        Butterfly<Value, factor> x;
        unrolled<factor>([&](auto i) __attribute__((always_inline)) {
          x[i] = complex_at<Value>(rows.in.re(i) + lane, rows.in.im(i) + lane);
        });
        x = small_transform<Value, factor>(x);
        unrolled<factor>([&](auto j) __attribute__((always_inline)) {
          const auto y = turns && j > 0 ? x[j].times(rows.twiddle_re[j], rows.twiddle_im[j]) : x[j];
          put_complex(y, rows.out.re(j) + lane, rows.out.im(j) + lane);
        });
      });
}

template <int factor, class Rows>
void transform_rows(const Rows& rows, bool turns, int n_lanes) {
  turns ? transform_rows<factor, true>(rows, n_lanes)
        : transform_rows<factor, false>(rows, n_lanes);
}

/// Any factor, by its definition.
template <class Rows>
void transform_rows_plainly(const Rows& rows, int factor, const std::vector<double>& root_re,
                            const std::vector<double>& root_im, int n_lanes) {
  for_lanes(
      n_lanes, [&](int lane, auto value) __attribute__((always_inline)) {
        using Value = decltype(value);
        for (int j = 0; j < factor; ++j) {
          Complex<Value> sum{};
          for (int i = 0; i < factor; ++i)
            sum = sum + complex_at<Value>(rows.in.re(i) + lane, rows.in.im(i) + lane)
                            .times(root_re[i * j % factor], root_im[i * j % factor]);
          put_complex(sum.times(rows.twiddle_re[j], rows.twiddle_im[j]), rows.out.re(j) + lane,
                      rows.out.im(j) + lane);
        }
      });
}

double cost_of(const std::vector<int>& factors) {
  double sum = 0;
  for (const int factor : factors) sum += fft_stage_cost(factor);
  return sum;
}

std::vector<int> primes_of(int n) {
  std::vector<int> primes;
  for (int prime = 2; n > 1; ++prime)
    for (; n % prime == 0; n /= prime) primes.push_back(prime);
  return primes;
}

/// The cheapest factors of n of those `possible`, in their order, and of primes.
std::vector<int> cheapest_factors(int n, std::span<const int> possible) {
  if (possible.empty()) return primes_of(n);
  std::vector<int> without = cheapest_factors(n, possible.subspan(1));
  const int factor = possible.front();
  if (n % factor != 0) return without;
  std::vector<int> with = cheapest_factors(n / factor, possible);
  with.insert(with.begin(), factor);
  return cost_of(with) < cost_of(without) ? with : without;
}

}  // namespace

double fft_stage_cost(int factor) {
  // To read and write a complex number takes as long as some 12 operations; the powers of w 6.
  constexpr double pass = 12, turn = 6;
  return pass + turn + (butterfly_flops(factor) - turn) / factor;
}

std::vector<int> fft_factors(int n) {
  static constexpr std::array possible{8, 6, 5, 4, 3};
  return cheapest_factors(n, possible);
}

LaneFft::LaneFft(int n, int before, std::span<const int> factors) : n_(n) {
  const auto power = [](int j, int length, std::vector<double>& re, std::vector<double>& im) {
    const double angle = -2 * std::numbers::pi * (j % length) / length;
    re.push_back(std::cos(angle));
    im.push_back(std::sin(angle));
  };
  for (const int factor : factors) {
    const int length = n / before, rest = length / factor;
    Stage stage{factor, rest, before, {}, {}, {}, {}};
    for (int p = 0; p < rest; ++p)
      for (int j = 0; j < factor; ++j) power(p * j, length, stage.twiddle_re, stage.twiddle_im);
    for (int j = 0; j < factor; ++j) power(j, factor, stage.root_re, stage.root_im);
    stages_.push_back(std::move(stage));
    before *= factor;
  }
}

void LaneFft::operator()(ConstComplexRows x, ComplexRows here, ComplexRows there, ComplexRows out,
                         // NOLINTNEXTLINE(clang-diagnostic-shadow)
                         int n_lanes) const {
  for (const Stage& stage : stages_) {
    const ComplexRows y = &stage == &stages_.back() ? out : here;
    run(stage, x, y, n_lanes);
    x = {y.re, y.im, y.stride};
    std::swap(here, there);
  }
}

void LaneFft::operator()(ConstScatteredRows x, ComplexRows here, ComplexRows there,
                         // NOLINTNEXTLINE(clang-diagnostic-shadow)
                         ScatteredRows out, int n_lanes) const {
  const Stage &first = stages_.front(), &last = stages_.back();
  if (stages_.size() == 1) return run(first, x, out, n_lanes);
  run(first, x, here, n_lanes);
  for (auto stage = stages_.begin() + 1; stage != stages_.end() - 1; ++stage) {
    run(*stage, ConstComplexRows{here.re, here.im, here.stride}, there, n_lanes);
    std::swap(here, there);
  }
  run(last, ConstComplexRows{here.re, here.im, here.stride}, out, n_lanes);
}

template <class In, class Out>
// NOLINTNEXTLINE(clang-diagnostic-shadow)
void LaneFft::run(const Stage& stage, const In& x, const Out& y, int n_lanes) {
  const auto s = static_cast<std::size_t>(stage.side_by_side);
  for (int p = 0; p < stage.rest; ++p) {
    for (std::size_t q = 0; q < s; ++q) {
      const ButterflyRows rows{
          rows_from(x, q + s * p, s * stage.rest), rows_from(y, q + s * stage.factor * p, s),
          stage.twiddle_re.data() + p * stage.factor, stage.twiddle_im.data() + p * stage.factor};
      switch (stage.factor) {
        case 2:
          transform_rows<2>(rows, p > 0, n_lanes);
          break;
        case 3:
          transform_rows<3>(rows, p > 0, n_lanes);
          break;
        case 4:
          transform_rows<4>(rows, p > 0, n_lanes);
          break;
        case 5:
          transform_rows<5>(rows, p > 0, n_lanes);
          break;
        case 6:
          transform_rows<6>(rows, p > 0, n_lanes);
          break;
        case 8:
          transform_rows<8>(rows, p > 0, n_lanes);
          break;
        default:
          transform_rows_plainly(rows, stage.factor, stage.root_re, stage.root_im, n_lanes);
      }
    }
  }
}

double LaneFft::flops() const {
  double sum = 0;
  for (const Stage& stage : stages_) {
    const double turns = 6.0 * (stage.factor - 1) * (stage.rest - 1) / stage.rest;
    sum += (butterfly_flops(stage.factor) + turns) * n_ / stage.factor;
  }
  return sum;
}

}  // namespace lobatto::kernels
