#include "direct/lines/element_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace lobatto::direct {
namespace {

constexpr double pi = std::numbers::pi;

/// Entry c is the difference D_a of node a = c / 2 and its mirror image.
bool is_difference(int c) { return c > 0 && c % 2 == 0; }

}  // namespace

ElementWaves::ElementWaves(int n_elements, int order)
    : n_elements_(n_elements),
      order_(order),
      stage_(n_elements),
      before_(n_elements, 1, kernels::fft_factors(n_elements / stage_.factor())),
      after_(n_elements, stage_.factor(), kernels::fft_factors(n_elements / stage_.factor())) {
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
WaveStage::Waves<Value> ElementWaves::waves_of(const Pair& pair, int butterfly, Value* folded,
                                               std::size_t stride, Value* missing) const {
  constexpr bool unfolds = std::is_const_v<Value>;
  const bool turns = pair.first != pair.second;
  const auto row = [&](int position) {
    return position < 0 ? missing : folded + position * stride;
  };
  WaveStage::Waves<Value> waves;
  for (int j = 0; j < stage_.factor(); ++j) {
    const int k = stage_.wave(butterfly, j);
    const Place &first = place(k, pair.entry_of_first), &second = place(k, pair.entry_of_second);
    const double half = unfolds && 2 * k % n_elements_ == 0 ? 1 : 0.5;
    waves[j] = {row(first.re),
                row(first.im),
                row(second.re),
                row(second.im),
                half,
                turns ? half * cos_[k] : half,
                turns ? half * sin_[k] : 0};
  }
  return waves;
}

int ElementWaves::work_rows() const { return 1 + (after_.n_stages() > 1 ? 4 : 2) * n_elements_; }

void ElementWaves::fold(const double* nodes, std::size_t node_stride, double* folded,
                        std::size_t folded_stride, int n_lanes, double* work) const {
  const std::size_t part = n_elements_ * folded_stride;
  double* const rows = work + folded_stride;
  const kernels::ComplexRows here{rows, rows + part, folded_stride},
      there{rows + 2 * part, rows + 3 * part, folded_stride};
  for (const Pair& pair : pairs_) {
    const kernels::ConstComplexRows x{nodes + pair.first * node_stride,
                                      nodes + pair.second * node_stride, order_ * node_stride};
    const kernels::ComplexRows last = before_.last_of(here, there);
    before_(x, here, there, last, n_lanes);
    const kernels::ConstComplexRows z =
        before_.n_stages() > 0 ? kernels::ConstComplexRows{last.re, last.im, last.stride} : x;
    for (int b = 0; b < stage_.n_butterflies(); ++b)
      stage_.to_waves(pair.is_mirrored, b, z, waves_of(pair, b, folded, folded_stride, work),
                      n_lanes);
  }
}

void ElementWaves::unfold(const double* folded, std::size_t folded_stride, double* nodes,
                          std::size_t node_stride, int n_lanes, double* work) const {
  const std::size_t part = n_elements_ * folded_stride;
  double* const rows = work + folded_stride;
  const kernels::ComplexRows here{rows, rows + part, folded_stride},
      there{rows + 2 * part, rows + 3 * part, folded_stride};
  const double* const zeros = work;
  std::fill_n(work, n_lanes, 0.0);
  for (const Pair& pair : pairs_) {
    const kernels::ComplexRows out{nodes + pair.first * node_stride,
                                   nodes + pair.second * node_stride, order_ * node_stride};
    const kernels::ComplexRows z = after_.n_stages() > 0 ? here : out;
    for (int b = 0; b < stage_.n_butterflies(); ++b)
      stage_.from_waves(pair.is_mirrored, b, waves_of(pair, b, folded, folded_stride, zeros), z,
                        n_lanes);
    // Real and imaginary parts change places before and after: the inverse transform.
    after_({z.im, z.re, z.stride}, {there.im, there.re, there.stride},
           {here.im, here.re, here.stride}, {out.im, out.re, out.stride}, n_lanes);
  }
}

double ElementWaves::transform_flops() const {
  double sum = flops();
  for (const auto& block : blocks_) sum += 2.0 * block.size * block.size;
  return sum;
}

double ElementWaves::flops() const {
  return static_cast<double>(pairs_.size()) * (before_.flops() + stage_.flops());
}

}  // namespace lobatto::direct
