#include "precond/coarse/wave_multiplier.hpp"

#include <algorithm>
#include <utility>

namespace lobatto::precond {

WaveMultiplier::WaveMultiplier(std::array<int, 3> n,
                               const std::function<double(const std::array<int, 3>& k)>& symbol)
    : n_{static_cast<std::size_t>(n[0]), static_cast<std::size_t>(n[1]),
         static_cast<std::size_t>(n[2])},
      plane_(n_[0] * n_[1]),
      n_pairs_((plane_ + 1) / 2),
      second_(plane_ - n_pairs_),
      along_x_(transform_of(n[0])),
      along_y_(transform_of(n[1])),
      along_z_(transform_of(n[2])),
      column_memory_(4 * n_[2] * n_pairs_),
      plane_memory_(4 * plane_) {
  // The transforms do not scale, and split() leaves its factor 2 to this one.
  const double scale = 1 / (2 * static_cast<double>(plane_ * n_[2]));
  for (int z = 0; z <= n[2] / 2; ++z)
    for (int x = 0; x < n[0]; ++x)
      for (int y = 0; y < n[1]; ++y) symbols_.push_back(scale * symbol({x, y, z}));
}

void WaveMultiplier::apply(std::span<double> values) {
  Buffers z = buffers_in(column_memory_, n_pairs_);
  for (std::size_t k = 0; k < n_[2]; ++k) {
    std::copy_n(&values[k * plane_], n_pairs_, z.now.re + k * n_pairs_);
    std::copy_n(&values[k * plane_ + second_], n_pairs_, z.now.im + k * n_pairs_);
  }
  z.forward(along_z_, n_pairs_);
  for (std::size_t k = 0; k <= n_[2] / 2; ++k) {
    Buffers wave = buffers_in(plane_memory_, n_[0]);
    split(z.now, k, wave.now);
    multiply_plane(wave, k);
    merge(wave.now, k, z.now);
  }
  z.backward(along_z_, n_pairs_);
  for (std::size_t k = 0; k < n_[2]; ++k) {
    std::copy_n(z.now.re + k * n_pairs_, n_pairs_, &values[k * plane_]);
    std::copy_n(z.now.im + k * n_pairs_, n_pairs_, &values[k * plane_ + second_]);
  }
}

/// Two complex arrays of rows without gaps.
WaveMultiplier::Buffers WaveMultiplier::buffers_in(base::AlignedArray<double>& memory,
                                                   std::size_t n_lanes) {
  const std::size_t part = memory.size() / 4;
  double* const first = memory.data();
  return {{first, first + part, n_lanes}, {first + 2 * part, first + 3 * part, n_lanes}};
}

void WaveMultiplier::Buffers::forward(const kernels::LaneFft& fft, std::size_t n_lanes) {
  const Rows out = fft.last_of(other, now);
  fft({now.re, now.im, now.stride}, other, now, out, static_cast<int>(n_lanes));
  if (fft.n_stages() % 2 == 1) std::swap(now, other);
}

/// With the conjugate powers: real and imaginary parts change places before and after.
void WaveMultiplier::Buffers::backward(const kernels::LaneFft& fft, std::size_t n_lanes) {
  std::swap(now.re, now.im);
  std::swap(other.re, other.im);
  forward(fft, n_lanes);
  std::swap(now.re, now.im);
  std::swap(other.re, other.im);
}

void WaveMultiplier::Buffers::turn_over(std::size_t n_rows, std::size_t n_lanes) {
  for (std::size_t i = 0; i < n_rows; ++i) {
    for (std::size_t l = 0; l < n_lanes; ++l) {
      other.re[l * n_rows + i] = now.re[i * n_lanes + l];
      other.im[l * n_rows + i] = now.im[i * n_lanes + l];
    }
  }
  std::swap(now, other);
  now.stride = other.stride = n_rows;
}

/// wave [n_y][n_x] = 2 A_k and 2 B_k of all pairs.
void WaveMultiplier::split(const Rows& z, std::size_t k, const Rows& wave) const {
  const std::size_t here = k * n_pairs_, there = (n_[2] - k) % n_[2] * n_pairs_;
  for (std::size_t l = 0; l < n_pairs_; ++l) {
    wave.re[l] = z.re[here + l] + z.re[there + l];
    wave.im[l] = z.im[here + l] - z.im[there + l];
  }
  for (std::size_t l = 0; l < n_pairs_; ++l) {
    wave.re[second_ + l] = z.im[here + l] + z.im[there + l];
    wave.im[second_ + l] = z.re[there + l] - z.re[here + l];
  }
}

/// Z_k = A_k + i B_k and Z_-k = conj(A_k) + i conj(B_k).
void WaveMultiplier::merge(const Rows& wave, std::size_t k, const Rows& z) const {
  const std::size_t here = k * n_pairs_, there = (n_[2] - k) % n_[2] * n_pairs_;
  for (std::size_t l = 0; l < n_pairs_; ++l) {
    const double a_re = wave.re[l], a_im = wave.im[l];
    const double b_re = wave.re[second_ + l], b_im = wave.im[second_ + l];
    z.re[there + l] = a_re + b_im;
    z.im[there + l] = b_re - a_im;
    z.re[here + l] = a_re - b_im;
    z.im[here + l] = b_re + a_im;
  }
}

void WaveMultiplier::multiply_plane(Buffers& wave, std::size_t k) const {
  wave.forward(along_y_, n_[0]);
  wave.turn_over(n_[1], n_[0]);
  wave.forward(along_x_, n_[1]);
  const double* const symbol = symbols_.data() + k * plane_;
  for (std::size_t i = 0; i < plane_; ++i) {
    wave.now.re[i] *= symbol[i];
    wave.now.im[i] *= symbol[i];
  }
  wave.backward(along_x_, n_[1]);
  wave.turn_over(n_[0], n_[1]);
  wave.backward(along_y_, n_[0]);
}

}  // namespace lobatto::precond
