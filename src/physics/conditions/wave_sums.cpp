#include "physics/conditions/wave_sums.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/lanes.hpp"

namespace lobatto::physics {

namespace {

using kernels::Lanes;

constexpr std::size_t n_registers = kernels::n_accumulators / 3;
constexpr std::size_t block_size = n_registers * kernels::n_lanes;

/// out[d][i] = sum over waves and both of cos, sin of amplitudes[..][d] phases[..][i].
void sum_block(const double* phases, const double* amplitudes, std::size_t n_terms,
               double (&out)[3][block_size]) {
  Lanes sums[3][n_registers] = {};
  for (std::size_t term = 0; term < n_terms; ++term) {
    kernels::unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
      const Lanes phase = kernels::load(phases + term * block_size + r * kernels::n_lanes);
      kernels::unrolled<3>([&](auto d) __attribute__((always_inline)) {
        sums[d][r] += amplitudes[3 * term + d] * phase;
      });
    });
  }
  for (int d = 0; d < 3; ++d)
    for (std::size_t r = 0; r < n_registers; ++r)
      kernels::store(out[d] + r * kernels::n_lanes, sums[d][r]);
}

}  // namespace

WaveSums::WaveSums(TurbulentWaves waves, std::vector<Place> places, std::size_t most)
    : waves_(std::move(waves)), places_(std::move(places)), n_places_(places_.size()) {
  if (places_.empty()) return;
  const std::size_t n_blocks = (n_places_ + block_size - 1) / block_size;
  block_values_ = 2 * waves_.waves().size() * block_size;
  places_.resize(n_blocks * block_size, places_.back());
  n_kept_ = std::min(n_blocks, most / (block_values_ * sizeof(double)));
  phases_ = base::AlignedArray<double>(n_kept_ * block_values_);
  if (n_kept_ < n_blocks) one_ = base::AlignedArray<double>(block_values_);
  amplitudes_.resize(6 * waves_.waves().size());
}

/// cos(a - w t) = cos a cos w t + sin a sin w t.
void WaveSums::set_amplitudes(double t) {
  double* out = amplitudes_.data();
  for (const auto& wave : waves_.waves()) {
    const double angle = wave.frequency * t;
    for (const double factor : {std::cos(angle), std::sin(angle)})
      for (const double component : wave.direction) *out++ = factor * component;
  }
}

void WaveSums::make_phases(std::size_t block, double* out) const {
  const auto* places = places_.data() + block * block_size;
  for (const auto& wave : waves_.waves()) {
    for (std::size_t i = 0; i < block_size; ++i) {
      const double angle = wave.angle(places[i]);
      out[i] = std::cos(angle);
      out[block_size + i] = std::sin(angle);
    }
    out += 2 * block_size;
  }
}

const double* WaveSums::phases_of(std::size_t block) {
  const bool is_kept = block < n_kept_;
  double* phases = is_kept ? phases_.data() + block * block_values_ : one_.data();
  if (!is_kept || !is_made_) make_phases(block, phases);
  return phases;
}

void WaveSums::evaluate(double t, std::array<std::vector<double>, 3>& sums) {
  for (auto& component : sums) component.resize(n_places_);
  if (places_.empty()) return;
  set_amplitudes(t);
  alignas(64) double out[3][block_size];
  for (std::size_t first = 0; first < n_places_; first += block_size) {
    sum_block(phases_of(first / block_size), amplitudes_.data(), 2 * waves_.waves().size(), out);
    const std::size_t count = std::min(block_size, n_places_ - first);
    for (int d = 0; d < 3; ++d) std::copy_n(out[d], count, sums[d].begin() + first);
  }
  is_made_ = true;
}

}  // namespace lobatto::physics
