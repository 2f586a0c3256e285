#include "direct/lines/wave_stage.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "kernels/registers/butterfly.hpp"

namespace lobatto::direct {
namespace {

/// Z_k and Z_{E-k} to the entries of wave k.
template <bool is_mirrored, class Value>
LOBATTO_INLINE void split_waves(const WaveRows<double>& wave, const kernels::Complex<Value>& z,
                                const kernels::Complex<Value>& mirror, int lane) {
  kernels::Complex<Value> first, second;
  if constexpr (is_mirrored) {
    const double g = wave.cos - wave.sin, h = wave.cos + wave.sin;
    const kernels::Complex<Value> a{z.re * g + z.im * h, z.im * g - z.re * h},
        b{mirror.re * h + mirror.im * g, mirror.re * g - mirror.im * h};
    first = a + b;
    second = a - b;
  } else {
    const Value re = z.im + mirror.im, im = mirror.re - z.re;
    first = {(z.re + mirror.re) * wave.half, (z.im - mirror.im) * wave.half};
    second = {re * wave.cos + im * wave.sin, im * wave.cos - re * wave.sin};
  }
  kernels::put_complex(first, wave.first_re + lane, wave.first_im + lane);
  kernels::put_complex(second, wave.second_re + lane, wave.second_im + lane);
}

/// The transpose: Z_k = (1 + i) conj(f) (S + D) / 2 and Z_{E-k} = (1 + i) f conj(S - D) / 2, or Z_k
/// = (U(a) + conj(f) i W(b)) / 2 likewise.
template <bool is_mirrored, class Value>
LOBATTO_INLINE std::pair<kernels::Complex<Value>, kernels::Complex<Value>> join_waves(
    const WaveRows<const double>& wave, int lane) {
  const auto first = kernels::complex_at<Value>(wave.first_re + lane, wave.first_im + lane),
             second = kernels::complex_at<Value>(wave.second_re + lane, wave.second_im + lane);
  if constexpr (is_mirrored) {
    const double g = wave.cos - wave.sin, h = wave.cos + wave.sin;
    const auto sum = first + second, less = first - second;
    return {{sum.re * g - sum.im * h, sum.im * g + sum.re * h},
            {less.re * h + less.im * g, less.re * g - less.im * h}};
  } else {
    const Value a = second.re * wave.cos - second.im * wave.sin,
                b = second.im * wave.cos + second.re * wave.sin;
    const Value re = first.re * wave.half, im = first.im * wave.half;
    return {{re - b, a + im}, {re + b, a - im}};
  }
}

/// Real and imaginary part change places, which makes a transform of its inverse.
template <class Value>
LOBATTO_INLINE kernels::Complex<Value> swapped(const kernels::Complex<Value>& z) {
  return {z.im, z.re};
}

}  // namespace

template <int radix, bool is_mirrored, bool is_zero>
struct WaveStage::Kernels {
  /// Which of the values of the mirror images (of the butterfly itself at zero) belongs to j.
  static constexpr int image(int j) { return is_zero ? (radix - j) % radix : radix - 1 - j; }
  /// Of a wave and its mirror image at most E / 2; at zero both are in one butterfly.
  static constexpr bool is_below_half(int j) { return is_zero ? 2 * j <= radix : 2 * j < radix; }

  template <class Value>
  LOBATTO_INLINE static kernels::Butterfly<Value, radix> transform_of(kernels::ConstComplexRows z,
                                                                      std::size_t row,
                                                                      std::size_t step, int lane) {
    kernels::Butterfly<Value, radix> x;
    kernels::unrolled<radix>([&](auto i) __attribute__((always_inline)) {
      const std::size_t at = (row + step * i) * z.stride + lane;
      x[i] = kernels::complex_at<Value>(z.re + at, z.im + at);
    });
    return kernels::small_transform<Value, radix>(x);
  }

  static void forward(const WaveStage& stage, int butterfly, kernels::ConstComplexRows z,
                      const Waves<double>& waves, int n_lanes) {
    const std::size_t q = butterfly, step = stage.rest_;
    kernels::for_lanes(
        n_lanes, [&](int lane, auto value) __attribute__((always_inline)) {
          using Value = decltype(value);
          const auto x = transform_of<Value>(z, q, step, lane);
          auto y = x;
          if constexpr (!is_zero) y = transform_of<Value>(z, step - q, step, lane);
          kernels::unrolled<radix>([&](auto j) __attribute__((always_inline)) {
            if constexpr (is_below_half(j))
              split_waves<is_mirrored>(waves[j], x[j], y[image(j)], lane);
            else if constexpr (!is_zero)
              split_waves<is_mirrored>(waves[j], y[image(j)], x[j], lane);
          });
        });
  }

  template <class Value>
  LOBATTO_INLINE static void put_transform(const WaveStage& stage,
                                           kernels::Butterfly<Value, radix> x, std::size_t row,
                                           kernels::ComplexRows z, int lane) {
    x = kernels::small_transform<Value, radix>(x);
    const double* const re = stage.twiddle_re_.data() + row * radix;
    const double* const im = stage.twiddle_im_.data() + row * radix;
    kernels::unrolled<radix>([&](auto j) __attribute__((always_inline)) {
      const auto y = swapped(is_zero || j == 0 ? x[j] : x[j].times(re[j], im[j]));
      const std::size_t at = (row * radix + j) * z.stride + lane;
      kernels::put_complex(y, z.re + at, z.im + at);
    });
  }

  static void backward(const WaveStage& stage, int butterfly, const Waves<const double>& waves,
                       kernels::ComplexRows z, int n_lanes) {
    kernels::for_lanes(
        n_lanes, [&](int lane, auto value) __attribute__((always_inline)) {
          using Value = decltype(value);
          kernels::Butterfly<Value, radix> x, y;
          kernels::unrolled<radix>([&](auto j) __attribute__((always_inline)) {
            if constexpr (is_zero && !is_below_half(j)) return;
            const auto [wave, mirror] = join_waves<is_mirrored, Value>(waves[j], lane);
            auto& images = is_zero ? x : y;
            images[image(j)] = swapped(is_below_half(j) ? mirror : wave);
            x[j] = swapped(is_below_half(j) ? wave : mirror);
          });
          put_transform<Value>(stage, x, butterfly, z, lane);
          if constexpr (!is_zero) put_transform<Value>(stage, y, stage.rest_ - butterfly, z, lane);
        });
  }
};

WaveStage::WaveStage(int n_elements) : n_elements_(n_elements), factor_(1) {
  double least = 0;
  for (const int factor : {4, 3, 2, 1}) {
    if (n_elements % factor != 0) continue;
    double cost = kernels::butterfly_flops(factor) / factor;
    for (const int other : kernels::fft_factors(n_elements / factor))
      cost += kernels::fft_stage_cost(other);
    if (least > 0 && cost >= least) continue;
    factor_ = factor;
    least = cost;
  }
  rest_ = n_elements / factor_;
  for (int p = 0; p < rest_; ++p) {
    for (int j = 0; j < factor_; ++j) {
      const double angle = -2 * std::numbers::pi * p * j / n_elements;
      twiddle_re_.push_back(std::cos(angle));
      twiddle_im_.push_back(std::sin(angle));
    }
  }
  factor_ == 4   ? choose<4>()
  : factor_ == 3 ? choose<3>()
  : factor_ == 2 ? choose<2>()
                 : choose<1>();
}

template <int radix, bool is_mirrored>
void WaveStage::choose() {
  forward_[is_mirrored] = {&Kernels<radix, is_mirrored, false>::forward,
                           &Kernels<radix, is_mirrored, true>::forward};
  backward_[is_mirrored] = {&Kernels<radix, is_mirrored, false>::backward,
                            &Kernels<radix, is_mirrored, true>::backward};
}

template <int radix>
void WaveStage::choose() {
  choose<radix, false>();
  choose<radix, true>();
}

double WaveStage::flops() const {
  // NOLINTNEXTLINE(bugprone-integer-division)
  return kernels::butterfly_flops(factor_) * rest_ + 16.0 * (n_elements_ / 2 + 1);
}

}  // namespace lobatto::direct
