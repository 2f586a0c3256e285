#include "accept/plane_waves/hamiltonian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/stopwatch.hpp"

namespace lobatto::accept {

namespace {

/// The wave numbers of the box, whole multiples of step, and the largest one that is kept: half of
/// the largest of the nodes, of n per direction n / 4.
struct Cutoff {
  Cutoff(const RankBox& box, const std::array<double, 3>& lengths) {
    for (std::size_t d = 0; d < 3; ++d) {
      step[d] = 2 * std::numbers::pi / lengths[d];
      largest = std::min(largest, step[d] * box.size()[d] / 4);
    }
    largest *= 1 + rounding;
  }
  /// |k_d| in units of step[d].
  [[nodiscard]] std::array<int, 3> largest_numbers() const {
    std::array<int, 3> waves{};
    for (std::size_t d = 0; d < 3; ++d) waves[d] = static_cast<int>(largest / step[d]);
    return waves;
  }
  static constexpr double rounding = 1e-12;
  std::array<double, 3> step{};
  double largest = std::numeric_limits<double>::max();
};

}  // namespace

Hamiltonian::Hamiltonian(const WaveBox& wave_box, const comm::Communicator& communicator)
    : communicator_(communicator),
      box_(wave_box.settings, {1, 1, 1}, 2, communicator.rank(), communicator.size()),
      lengths_(wave_box.lengths),
      fourier_(box_, Cutoff(box_, lengths_).largest_numbers(), communicator),
      on_waves_(fourier_.n_waves()),
      on_nodes_(fourier_.n_nodes()),
      back_(fourier_.n_waves()) {
  find_waves();
  find_potential(wave_box);
}

void Hamiltonian::find_waves() {
  const Cutoff cutoff(box_, lengths_);
  const double energy = 0.5 * cutoff.largest * cutoff.largest;
  const auto square = [&](int direction, int i) {
    const double k = cutoff.step[static_cast<std::size_t>(direction)] * fourier_.wave(direction, i);
    return k * k;
  };
  const auto number = [&](int direction, int i) {
    const int n = box_.size()[static_cast<std::size_t>(direction)];
    return (fourier_.wave(direction, i) + n) % n;
  };
  std::size_t place = 0;
  for (int i = 0; i < fourier_.n_waves(0); ++i)
    for (int j = 0; j < fourier_.n_waves(1); ++j)
      for (int l = 0; l < fourier_.n_waves(2); ++l, ++place) {
        const double kinetic = 0.5 * (square(0, i) + square(1, j) + square(2, l));
        if (kinetic > energy) continue;
        const long long row = static_cast<long long>(number(0, i)) * box_.size()[1] + number(1, j);
        waves_.push_back({row * box_.size()[2] + number(2, l), kinetic, place});
        upper_bound_ = std::max(upper_bound_, kinetic);
      }
  n_waves_in_all_ = communicator_.sum(static_cast<double>(waves_.size()));
}

void Hamiltonian::find_potential(const WaveBox& wave_box) {
  double largest = std::numeric_limits<double>::lowest();
  const auto x = [&](int d, int i) {
    const auto at = static_cast<std::size_t>(d);
    return lengths_[at] * (box_.first(d) + i) / box_.size()[at];
  };
  for (int l = 0; l < box_.count(2); ++l)
    for (int j = 0; j < box_.count(1); ++j)
      for (int i = 0; i < box_.count(0); ++i) {
        potential_.push_back(wave_box.potential({x(0, i), x(1, j), x(2, l)}));
        largest = std::max(largest, potential_.back());
      }
  upper_bound_ = communicator_.max(upper_bound_) + communicator_.max(largest);
}

void Hamiltonian::band_to_nodes(const BandBlock::Value* band) {
  for (std::size_t w = 0; w < waves_.size(); ++w) {
    on_waves_.re[waves_[w].place] = band[w].real();
    on_waves_.im[waves_[w].place] = band[w].imag();
  }
  const base::Stopwatch watch;
  fourier_.to_nodes(on_waves_, on_nodes_);
  fourier_seconds_ += watch.seconds();
}

void Hamiltonian::apply(const BandBlock& x, BandBlock& out) {
  const double scale = 1 / box_.n_cells_in_all();
  for (int j = 0; j < x.n_bands(); ++j) {
    const auto* const band = x.band(j);
    auto* const result = out.band(j);
    band_to_nodes(band);
    for (std::size_t i = 0; i < potential_.size(); ++i) {
      on_nodes_.re[i] *= scale * potential_[i];
      on_nodes_.im[i] *= scale * potential_[i];
    }
    const base::Stopwatch watch;
    fourier_.to_waves(on_nodes_, back_);
    fourier_seconds_ += watch.seconds();
    for (std::size_t w = 0; w < waves_.size(); ++w) {
      const Wave& wave = waves_[w];
      result[w] =
          wave.kinetic * band[w] + BandBlock::Value{back_.re[wave.place], back_.im[wave.place]};
    }
  }
}

void Hamiltonian::find_density(const BandBlock& x, std::vector<double>& density) {
  const double volume = lengths_[0] * lengths_[1] * lengths_[2];
  density.assign(potential_.size(), 0.0);
  for (int j = 0; j < x.n_bands(); ++j) {
    band_to_nodes(x.band(j));
    for (std::size_t i = 0; i < density.size(); ++i)
      density[i] +=
          (on_nodes_.re[i] * on_nodes_.re[i] + on_nodes_.im[i] * on_nodes_.im[i]) / volume;
  }
}

double Hamiltonian::kinetic_energy(const BandBlock& x) const {
  double sum = 0;
  for (int j = 0; j < x.n_bands(); ++j)
    for (std::size_t w = 0; w < waves_.size(); ++w)
      sum += waves_[w].kinetic * std::norm(x.band(j)[w]);
  return communicator_.sum(sum);
}

double Hamiltonian::potential_energy(const std::vector<double>& density) const {
  double sum = 0;
  for (std::size_t i = 0; i < density.size(); ++i) sum += density[i] * potential_[i];
  const double cell = lengths_[0] * lengths_[1] * lengths_[2] / box_.n_cells_in_all();
  return communicator_.sum(sum) * cell;
}

double Hamiltonian::integral(const std::vector<double>& density) const {
  double sum = 0;
  for (const double value : density) sum += value;
  const double cell = lengths_[0] * lengths_[1] * lengths_[2] / box_.n_cells_in_all();
  return communicator_.sum(sum) * cell;
}

}  // namespace lobatto::accept
