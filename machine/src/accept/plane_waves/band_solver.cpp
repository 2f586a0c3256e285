#include "accept/plane_waves/band_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

namespace lobatto::accept {

namespace {

/// Between -1/2 and 1/2, by the finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA (2014)).
double scattered(std::uint64_t name) {
  std::uint64_t z = (name + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53 - 0.5;
}

/// out = factor (out - centre x) - before_factor before
void next_polynomial(const BandBlock& x, const BandBlock* before, double centre, double factor,
                     double before_factor, BandBlock& out) {
  const auto* const at = x.band(0);
  const auto* const was = before ? before->band(0) : nullptr;
  auto* const result = out.band(0);
  for (std::size_t i = 0; i < x.n_values(); ++i) {
    const auto next = factor * (result[i] - centre * at[i]);
    result[i] = was ? next - before_factor * was[i] : next;
  }
}

}  // namespace

BandSolver::BandSolver(const WaveBox& wave_box, int n_bands, const comm::Communicator& communicator)
    : hamiltonian_(wave_box, communicator),
      algebra_(communicator),
      x_(hamiltonian_.waves().size(), n_bands),
      y_(x_),
      z_(x_) {
  if (hamiltonian_.n_waves_in_all() < n_bands)
    throw base::Error(
        fmt::format("--size {}: {:.0f} plane waves are fewer than the {} bands; take more nodes",
                    by_x(hamiltonian_.box().size()), hamiltonian_.n_waves_in_all(), n_bands));
  const auto& waves = hamiltonian_.waves();
  for (int j = 0; j < n_bands; ++j)
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const auto name = static_cast<std::uint64_t>(waves[w].name) * 2 * n_bands + 2 * j;
      const double size = 1 / (1 + waves[w].kinetic * waves[w].kinetic);
      x_.band(j)[w] = {size * scattered(name), size * scattered(name + 1)};
    }
  rayleigh_ritz();
  dense_seconds_ = 0;
  hamiltonian_.forget_seconds();
}

void BandSolver::iterate() {
  const base::Stopwatch watch;
  filter();
  rayleigh_ritz();
  hamiltonian_.find_density(x_, density_);
  seconds_ += watch.seconds();
}

/// Chebyshev's polynomial of the energies from the highest band to the upper bound, divided by its
/// value at the lowest band, by its recurrence (algorithm 4.1 of Zhou et al., scaled).
void BandSolver::filter() {
  const double low = energies_.back(), high = hamiltonian_.upper_bound();
  const double half = 0.5 * (high - low), centre = 0.5 * (high + low);
  double sigma = half / (energies_.front() - centre);
  const double tau = 2 / sigma;
  hamiltonian_.apply(x_, y_);
  next_polynomial(x_, nullptr, centre, sigma / half, 0, y_);
  for (int n = 2; n <= degree; ++n) {
    const double next = 1 / (tau - sigma);
    hamiltonian_.apply(y_, z_);
    next_polynomial(y_, &x_, centre, 2 * next / half, sigma * next, z_);
    std::swap(x_, y_);
    std::swap(y_, z_);
    sigma = next;
  }
  std::swap(x_, y_);
}

void BandSolver::rayleigh_ritz() {
  base::Stopwatch watch;
  algebra_.orthonormalise(x_);
  double dense = watch.seconds();
  hamiltonian_.apply(x_, y_);
  watch = {};
  energies_ = algebra_.rotate(x_, y_);
  dense += watch.seconds();
  dense_seconds_ += dense;
  fastest_dense_seconds_ = std::min(fastest_dense_seconds_, dense);
}

double BandSolver::transforms() const { return (2.0 * (degree + 1) + 1) * x_.n_bands(); }

double BandSolver::dense_flops() const {
  return BandAlgebra::flops(hamiltonian_.n_waves_in_all(), x_.n_bands());
}

double BandSolver::flops() const {
  const double nodes = hamiltonian_.box().n_cells_in_all(), waves = hamiltonian_.n_waves_in_all();
  const double bands = x_.n_bands();
  // Per wave: kinetic and sum 4, the recurrence 10; per node: the potential 2, the density 4.
  const double elsewhere =
      bands * ((degree + 1) * (4 * waves + 2 * nodes) + degree * 10 * waves + 4 * nodes);
  return transforms() * hamiltonian_.fourier().flops() + dense_flops() + elsewhere;
}

double BandSolver::bytes() const {
  const double nodes = hamiltonian_.box().n_cells_in_all(), waves = hamiltonian_.n_waves_in_all();
  const double bands = x_.n_bands(), number = 2 * sizeof(double);
  // The potential is read with the numbers that it multiplies. Per wave and band: read and written
  // by H, four by the recurrence, nine by the dense algebra.
  const double of_transforms = transforms() * hamiltonian_.fourier().bytes();
  const double of_potential = (degree + 1) * bands * 2.5 * number * nodes;
  return of_transforms + of_potential +
         bands * waves * number * (2 * (degree + 1) + 4 * degree + 9);
}

}  // namespace lobatto::accept
