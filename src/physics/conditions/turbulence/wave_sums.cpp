#include "physics/conditions/turbulence/wave_sums.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "kernels/registers/lanes.hpp"

namespace lobatto::physics {

namespace {

using kernels::Lanes;
using Place = WaveSums::Place;

constexpr std::size_t n_lanes = kernels::n_lanes;
constexpr std::size_t most_registers = kernels::n_accumulators / 3;
constexpr std::size_t block_size = most_registers * n_lanes;

/// out[d][i] = sum over waves n and both of cos, sin of amplitudes[..][d][n] phases[n][..][i].
template <std::size_t n_registers>
void sum_block(const double* phases, const double* amplitudes, std::size_t n_waves,
               const std::array<double*, 3>& out) {
  Lanes sums[3][n_registers] = {};
  for (std::size_t n = 0; n < n_waves; ++n) {
    for (std::size_t s = 0; s < 2; ++s, phases += n_registers * n_lanes) {
      kernels::unrolled<n_registers>([&](auto r) __attribute__((always_inline)) {
        const Lanes phase = kernels::load(phases + r * n_lanes);
        kernels::unrolled<3>([&](auto d) __attribute__((always_inline)) {
          sums[d][r] += amplitudes[(3 * s + d) * n_waves + n] * phase;
        });
      });
    }
  }
  for (std::size_t d = 0; d < 3; ++d)
    for (std::size_t r = 0; r < n_registers; ++r) kernels::store(out[d] + r * n_lanes, sums[d][r]);
}

/// By the number of registers, less 1.
template <std::size_t... less>
constexpr auto sums_of_blocks(std::index_sequence<less...>) {
  return std::array{&sum_block<less + 1>...};
}
constexpr auto sum_blocks = sums_of_blocks(std::make_index_sequence<most_registers>{});

std::size_t whole_registers(std::size_t n) { return (n + n_lanes - 1) / n_lanes * n_lanes; }

/// Places that differ, in order, and which of them each one is.
struct Distinct {
  explicit Distinct(const std::vector<Place>& all) : places(all) {
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    for (const auto& place : all)
      index.push_back(std::ranges::lower_bound(places, place) - places.begin());
  }
  std::vector<Place> places;
  std::vector<std::size_t> index;
};

/// The part of each place along the axis, or across it; without an axis, all of it is along.
Distinct parts_of(std::vector<Place> places, std::optional<int> axis, bool is_along) {
  for (auto& place : places)
    for (int d = 0; d < 3; ++d)
      if ((!axis || d == *axis) != is_along) place[d] = 0;
  return Distinct(places);
}

}  // namespace

std::optional<int> WaveSums::best_axis(const std::vector<Place>& places,
                                       const comm::Communicator& communicator) {
  std::array<double, 3> work{};  // sums per place
  const std::size_t n_places = Distinct(places).places.size();
  for (int d = 0; d < 3 && !places.empty(); ++d) {
    const auto n_rows = parts_of(places, d, false).places.size();
    const auto n_columns = whole_registers(parts_of(places, d, true).places.size());
    work[d] = static_cast<double>(n_rows * n_columns) / static_cast<double>(n_places);
  }
  communicator.max(work);
  const auto least = std::ranges::min_element(work);
  return *least < 2 ? std::optional(static_cast<int>(least - work.begin())) : std::nullopt;
}

WaveSums::WaveSums(TurbulentWaves waves, const std::vector<Place>& places, std::optional<int> axis,
                   std::size_t most)
    : waves_(std::move(waves)) {
  if (places.empty()) return;
  const auto rows = parts_of(places, axis, false);
  auto columns = parts_of(places, axis, true);
  columns_ = std::move(columns.places);
  columns_.resize(whole_registers(columns_.size()), columns_.back());
  n_rows_ = rows.places.size();
  n_blocks_ = (columns_.size() + block_size - 1) / block_size;
  for (std::size_t i = 0; i < places.size(); ++i)
    slots_.push_back(rows.index[i] * columns_.size() + columns.index[i]);
  for (auto& component : sums_) component = base::AlignedArray<double>(n_rows_ * columns_.size());
  for (int d = 0; d < 3; ++d)
    for (const auto& wave : waves_.waves()) directions_.push_back(wave.direction[d]);
  amplitudes_.resize(2 * directions_.size());
  make_rows(rows.places);
  const std::size_t block_values = 2 * waves_.waves().size() * block_size;
  n_kept_ = std::min(n_blocks_, most / (block_values * sizeof(double)));
  phases_ = base::AlignedArray<double>(n_kept_ * block_values);
  for (std::size_t b = 0; b < n_kept_; ++b) make_phases(b, phases_.data() + b * block_values);
  if (n_kept_ < n_blocks_) one_ = base::AlignedArray<double>(block_values);
}

void WaveSums::make_rows(const std::vector<Place>& rows) {
  for (const auto& row : rows) {
    for (const auto& wave : waves_.waves()) rows_.push_back(std::cos(wave.angle(row)));
    for (const auto& wave : waves_.waves()) rows_.push_back(std::sin(wave.angle(row)));
  }
}

void WaveSums::make_phases(std::size_t block, double* out) const {
  const std::size_t first = block * block_size;
  const std::size_t width = std::min(block_size, columns_.size() - first);
  for (const auto& wave : waves_.waves()) {
    for (std::size_t i = 0; i < width; ++i) {
      const auto& [x, y, z] = columns_[first + i];
      const double angle = wave.k[0] * x + wave.k[1] * y + wave.k[2] * z;
      out[i] = std::cos(angle);
      out[width + i] = std::sin(angle);
    }
    out += 2 * width;
  }
}

const double* WaveSums::phases_of(std::size_t block) {
  if (block < n_kept_) return phases_.data() + block * 2 * waves_.waves().size() * block_size;
  make_phases(block, one_.data());
  return one_.data();
}

/// cos(r + c - w t) = cos(r - w t) cos c - sin(r - w t) sin c, and the first two likewise.
void WaveSums::turn_row(std::size_t row, const TurbulentWaves::Turns& turns) {
  const std::size_t n_waves = waves_.waves().size();
  const double* cosines = rows_.data() + row * 2 * n_waves;
  const double* sines = cosines + n_waves;
  for (std::size_t n = 0; n < n_waves; ++n) {
    const double cosine = cosines[n] * turns.cosines[n] + sines[n] * turns.sines[n];
    const double sine = sines[n] * turns.cosines[n] - cosines[n] * turns.sines[n];
    for (std::size_t d = 0; d < 3; ++d) {
      amplitudes_[d * n_waves + n] = directions_[d * n_waves + n] * cosine;
      amplitudes_[(3 + d) * n_waves + n] = -directions_[d * n_waves + n] * sine;
    }
  }
}

void WaveSums::set_time(const TurbulentWaves::Turns& turns) {
  for (std::size_t b = 0; b < n_blocks_; ++b) {
    const std::size_t first = b * block_size;
    const std::size_t n_registers = std::min(block_size, columns_.size() - first) / n_lanes;
    const double* phases = phases_of(b);
    for (std::size_t row = 0; row < n_rows_; ++row) {
      turn_row(row, turns);
      const std::size_t at = row * columns_.size() + first;
      sum_blocks[n_registers - 1](
          phases, amplitudes_.data(), waves_.waves().size(),
          {sums_[0].data() + at, sums_[1].data() + at, sums_[2].data() + at});
    }
  }
}

}  // namespace lobatto::physics
