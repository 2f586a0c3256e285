#include "direct/element_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::direct {
namespace {

constexpr double pi = std::numbers::pi;

/// Entry c is the difference D_a of node a = c / 2 and its mirror image.
bool is_difference(int c) { return c > 0 && c % 2 == 0; }

}  // namespace

ElementWaves::ElementWaves(int n_elements, int order)
    : n_elements_(n_elements), order_(order), fft_(n_elements) {
  places_.resize(static_cast<std::size_t>(n_waves()) * order);
  make_pairs();
  for (int k = 0; k < n_waves(); ++k) {
    cos_.push_back(std::cos(pi * k / n_elements));
    sin_.push_back(std::sin(pi * k / n_elements));
    const bool is_real = 2 * k % n_elements == 0;
    for (const bool imaginary : {false, true}) {
      const int begin = static_cast<int>(functions_.size());
      for (int c = 0; c < order; ++c) {
        // At k = 0 differences are imaginary and the rest real; at E / 2, seen from the middle of
        // an element, W(0) and the differences are real.
        const bool differs = is_difference(c);
        const bool is_of_imaginary = k == 0 ? differs : c > 0 && !differs;
        if (is_real && is_of_imaginary != imaginary) continue;
        const auto position = static_cast<int>(functions_.size());
        functions_.push_back({k, c, imaginary});
        (imaginary ? place(k, c).im : place(k, c).re) = position;
      }
      const int size = static_cast<int>(functions_.size()) - begin;
      if (size > 0) blocks_.push_back({begin, size});
    }
  }
}

std::vector<std::complex<double>> ElementWaves::amplitudes(const Function& function) const {
  using namespace std::complex_literals;
  std::vector<std::complex<double>> w(static_cast<std::size_t>(order_) + 1);
  const std::complex<double> component = function.is_imaginary ? 1i : 1.0;
  const std::complex<double> half(cos_[function.wave], sin_[function.wave]);
  const int c = function.entry, a = (c + 1) / 2;
  if (c == 0) {
    w[0] = component * std::conj(half);
    w[order_] = component * half;
  } else {
    w[a] = is_difference(c) ? 1i * component : component;
    w[order_ - a] = is_difference(c) ? -1i * component : component;
  }
  return w;
}

void ElementWaves::make_pairs() {
  const int p = order_;
  for (int a = 1; a < p - a; ++a) pairs_.push_back({a, p - a, 2 * a - 1, 2 * a, true});
  const int middle = p % 2 == 0 ? p / 2 : 0;
  pairs_.push_back({0, middle, 0, middle == 0 ? 0 : p - 1, false});
}

template <class Value>
ElementWaves::Part<Value> ElementWaves::rows(Value* folded, std::size_t stride, int k, int entry,
                                             Value* missing) const {
  const Place& at = places_[static_cast<std::size_t>(k) * order_ + entry];
  return {at.re < 0 ? missing : folded + at.re * stride,
          at.im < 0 ? missing : folded + at.im * stride};
}

void ElementWaves::fold(const double* nodes, std::size_t node_stride, double* folded,
                        std::size_t folded_stride, int n_lanes, double* work) const {
  const std::size_t part = n_elements_ * folded_stride;
  const kernels::LaneFft::Rows here{work, work + part, folded_stride},
      there{work + 2 * part, work + 3 * part, folded_stride};
  for (const Pair& pair : pairs_) {
    const kernels::LaneFft::ConstRows x{nodes + pair.first * node_stride,
                                        nodes + pair.second * node_stride, order_ * node_stride};
    waves_of_pair(pair, fft_.forward(x, here, there, n_lanes), folded, folded_stride,
                  work + 4 * part, n_lanes);
  }
}

/// With z = u(a) + i u(b), A = Z_k and B the conjugate of Z_{E-k}: U(a) = (A + B) / 2 and U(b) = -i
/// (A - B) / 2. Of a mirrored pair S, D = ((1 - i) f A +- (1 + i) f B) / 2, f = exp(-i theta / 2).
void ElementWaves::waves_of_pair(const Pair& pair, kernels::LaneFft::Rows z, double* folded,
                                 std::size_t stride, double* missing, int n_lanes) const {
  for (int k = 0; k < n_waves(); ++k) {
    const double* const x = z.re + k * z.stride;
    const double* const y = z.im + k * z.stride;
    const double* const u = z.re + (n_elements_ - k) % n_elements_ * z.stride;
    const double* const v = z.im + (n_elements_ - k) % n_elements_ * z.stride;
    const auto first = rows(folded, stride, k, pair.entry_of_first, missing),
               second = rows(folded, stride, k, pair.entry_of_second, missing);
    const double c = 0.5 * cos_[k], s = 0.5 * sin_[k];
    if (pair.is_mirrored) {
      const double g = c - s, h = c + s;
#pragma GCC ivdep
      for (int l = 0; l < n_lanes; ++l) {
        const double a_re = g * x[l] + h * y[l], a_im = g * y[l] - h * x[l];
        const double b_re = h * u[l] + g * v[l], b_im = g * u[l] - h * v[l];
        first.re[l] = a_re + b_re;
        first.im[l] = a_im + b_im;
        second.re[l] = a_re - b_re;
        second.im[l] = a_im - b_im;
      }
      continue;
    }
    if (pair.second != pair.first) {
#pragma GCC ivdep
      for (int l = 0; l < n_lanes; ++l) {
        const double re = y[l] + v[l], im = u[l] - x[l];
        second.re[l] = c * re + s * im;
        second.im[l] = c * im - s * re;
      }
    }
#pragma GCC ivdep
    for (int l = 0; l < n_lanes; ++l) {
      first.re[l] = 0.5 * (x[l] + u[l]);
      first.im[l] = 0.5 * (y[l] - v[l]);
    }
  }
}

/// The transpose: Z_k = (1 + i) conj(f) (S + D) / 2 and Z_{E-k} = (1 + i) f conj(S - D) / 2, or Z_k
/// = (U(a) + conj(f) i W(b)) / 2 likewise; the sum of both where they are one.
void ElementWaves::pair_of_waves(const Pair& pair, const double* folded, std::size_t stride,
                                 const double* missing, kernels::LaneFft::Rows z, double* spare,
                                 int n_lanes) const {
  for (int k = 0; k < n_waves(); ++k) {
    const int mirror = (n_elements_ - k) % n_elements_;
    double* const x = z.re + k * z.stride;
    double* const y = z.im + k * z.stride;
    double* const u = mirror == k ? spare : z.re + mirror * z.stride;
    double* const v = mirror == k ? spare + z.stride : z.im + mirror * z.stride;
    const auto first = rows(folded, stride, k, pair.entry_of_first, missing),
               second = pair.first == pair.second
                            ? Part<const double>{missing, missing}
                            : rows(folded, stride, k, pair.entry_of_second, missing);
    const double c = 0.5 * cos_[k], s = 0.5 * sin_[k];
    if (pair.is_mirrored) {
      const double g = c - s, h = c + s;
#pragma GCC ivdep
      for (int l = 0; l < n_lanes; ++l) {
        const double sum_re = first.re[l] + second.re[l], sum_im = first.im[l] + second.im[l];
        const double less_re = first.re[l] - second.re[l], less_im = first.im[l] - second.im[l];
        x[l] = g * sum_re - h * sum_im;
        y[l] = g * sum_im + h * sum_re;
        u[l] = h * less_re + g * less_im;
        v[l] = g * less_re - h * less_im;
      }
    } else {
#pragma GCC ivdep
      for (int l = 0; l < n_lanes; ++l) {
        const double a = c * second.re[l] - s * second.im[l],
                     b = c * second.im[l] + s * second.re[l];
        x[l] = 0.5 * first.re[l] - b;
        y[l] = a + 0.5 * first.im[l];
        u[l] = 0.5 * first.re[l] + b;
        v[l] = a - 0.5 * first.im[l];
      }
    }
    for (int l = 0; mirror == k && l < n_lanes; ++l) {
      x[l] += u[l];
      y[l] += v[l];
    }
  }
}

void ElementWaves::unfold(const double* folded, std::size_t folded_stride, double* nodes,
                          std::size_t node_stride, int n_lanes, double* work) const {
  const std::size_t part = n_elements_ * folded_stride;
  const kernels::LaneFft::Rows z{work, work + part, folded_stride},
      there{work + 2 * part, work + 3 * part, folded_stride};
  double* const zeros = work + 4 * part;
  std::fill_n(zeros, n_lanes, 0.0);
  for (const Pair& pair : pairs_) {
    pair_of_waves(pair, folded, folded_stride, zeros, z, zeros + folded_stride, n_lanes);
    const auto u = fft_.backward({z.re, z.im, z.stride}, there, z, n_lanes);
    for (int e = 0; e < n_elements_; ++e) {
      double* const element = nodes + static_cast<std::size_t>(e) * order_ * node_stride;
      std::copy_n(u.re + e * u.stride, n_lanes, element + pair.first * node_stride);
      if (pair.second != pair.first)
        std::copy_n(u.im + e * u.stride, n_lanes, element + pair.second * node_stride);
    }
  }
}

double ElementWaves::transform_flops() const {
  double sum = flops();
  for (const auto& block : blocks_) sum += 2.0 * block.size * block.size;
  return sum;
}

double ElementWaves::flops() const {
  const double n_pairs = static_cast<double>(pairs_.size());
  return n_pairs * (fft_.flops() + 16.0 * n_waves());
}

}  // namespace lobatto::direct
