#include "accept/plane_waves/hamiltonian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/stopwatch.hpp"

namespace lobatto::accept {

Hamiltonian::Hamiltonian(const WaveBox& wave_box, const comm::Communicator& communicator)
    : communicator_(communicator),
      box_(wave_box.settings, {1, 1, 1}, 2, communicator.rank(), communicator.size()),
      lengths_(wave_box.lengths),
      fourier_(box_, communicator),
      on_waves_(fourier_.n_waves()),
      on_nodes_(fourier_.n_nodes()),
      back_(fourier_.n_waves()) {
  find_waves();
  find_potential(wave_box);
}

void Hamiltonian::find_waves() {
  // Half of the largest: of n nodes those up to n / 4.
  double longest = std::numeric_limits<double>::max();
  std::array<double, 3> step{};
  for (std::size_t d = 0; d < 3; ++d) {
    step[d] = 2 * std::numbers::pi / lengths_[d];
    longest = std::min(longest, step[d] * box_.size()[d] / 4);
  }
  const double cutoff = 0.5 * longest * longest * (1 + 1e-12);
  const auto k = [&](int direction, int wave) {
    const auto d = static_cast<std::size_t>(direction);
    const int n = box_.size()[d];
    return step[d] * (2 * wave > n ? wave - n : wave);
  };
  std::size_t place = 0;
  for (int i = 0; i < fourier_.n_waves(0); ++i)
    for (int j = 0; j < fourier_.n_waves(1); ++j)
      for (int l = 0; l < fourier_.n_waves(2); ++l, ++place) {
        const int y = fourier_.first_wave(1) + j, z = fourier_.first_wave(2) + l;
        const double kinetic = 0.5 * (k(0, i) * k(0, i) + k(1, y) * k(1, y) + k(2, z) * k(2, z));
        if (kinetic > cutoff) continue;
        const long long name =
            (static_cast<long long>(i) * box_.size()[1] + y) * box_.size()[2] + z;
        waves_.push_back({name, kinetic, place});
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
