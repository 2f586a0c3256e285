#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "accept/plane_waves/band_solver.hpp"
#include "base/error.hpp"

namespace lobatto::accept {
namespace {

WaveBox some_box(int n) {
  return {
      .settings = {{n, n, n + 4}, true, {}}, .lengths = {5, 6, 7}, .potential = [](const auto& x) {
        return std::cos(2 * std::numbers::pi * x[0] / 5) +
               0.5 * std::sin(4 * std::numbers::pi * x[1] / 6) *
                   std::cos(2 * std::numbers::pi * x[2] / 7);
      }};
}

/// Numbers of a wave and a band that are the same on any number of ranks.
BandBlock some_bands(const Hamiltonian& hamiltonian, int n_bands) {
  const auto& waves = hamiltonian.waves();
  BandBlock x(waves.size(), n_bands);
  for (int j = 0; j < n_bands; ++j)
    for (std::size_t w = 0; w < waves.size(); ++w) {
      const double name = static_cast<double>(waves[w].name);
      x.band(j)[w] = {std::sin(1 + name * (j + 1)), std::cos(name * (j + 2))};
    }
  return x;
}

std::complex<double> product(const BandBlock& a, int i, const BandBlock& b, int j,
                             const comm::Communicator& world) {
  std::complex<double> sum = 0;
  for (std::size_t w = 0; w < a.n_waves(); ++w) sum += std::conj(a.band(i)[w]) * b.band(j)[w];
  return {world.sum(sum.real()), world.sum(sum.imag())};
}

TEST(Hamiltonian, IsHermitianAndBounded) {
  const auto world = comm::Communicator::world();
  Hamiltonian hamiltonian(some_box(12), world);
  const auto x = some_bands(hamiltonian, 3);
  auto h_x = x;
  hamiltonian.apply(x, h_x);
  for (int i = 0; i < 3; ++i) {
    const double square = product(x, i, x, i, world).real();
    EXPECT_LT(product(x, i, h_x, i, world).real(), hamiltonian.upper_bound() * square);
    for (int j = 0; j < 3; ++j) {
      const auto above = product(x, i, h_x, j, world), below = product(x, j, h_x, i, world);
      EXPECT_NEAR(std::abs(above - std::conj(below)), 0, 1e-11 * square);
    }
  }
}

TEST(Hamiltonian, ACosineJoinsNeighbouringWaves) {
  // V = 2 cos(x) turns exp(i k x) into exp(i (k + 1) x) + exp(i (k - 1) x).
  const auto world = comm::Communicator::world();
  const double length = 2 * std::numbers::pi;
  Hamiltonian hamiltonian({.settings = {{8, 8, 8}, true, {}},
                           .lengths = {length, length, length},
                           .potential = [](const auto& x) { return 2 * std::cos(x[0]); }},
                          world);
  BandBlock x(hamiltonian.waves().size(), 1), h_x(x);
  const auto name = [](int k) { return static_cast<long long>((k + 8) % 8) * 64; };
  for (std::size_t w = 0; w < x.n_waves(); ++w)
    x.band(0)[w] = hamiltonian.waves()[w].name == name(-1) ? 1.0 : 0.0;
  hamiltonian.apply(x, h_x);
  for (std::size_t w = 0; w < x.n_waves(); ++w) {
    const auto wave = hamiltonian.waves()[w].name;
    const double right = wave == name(-1) ? 0.5 : wave == name(0) || wave == name(-2) ? 1.0 : 0.0;
    EXPECT_NEAR(std::abs(h_x.band(0)[w] - right), 0, 1e-14);
  }
}

TEST(BandAlgebra, BandsBecomeOrthonormal) {
  const auto world = comm::Communicator::world();
  const Hamiltonian hamiltonian(some_box(12), world);
  auto x = some_bands(hamiltonian, 5);
  BandAlgebra(world).orthonormalise(x);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      EXPECT_NEAR(std::abs(product(x, i, x, j, world) - (i == j ? 1.0 : 0.0)), 0, 1e-12);
}

TEST(BandAlgebra, BandsThatDependAreRefused) {
  const auto world = comm::Communicator::world();
  const Hamiltonian hamiltonian(some_box(12), world);
  auto x = some_bands(hamiltonian, 3);
  std::copy_n(x.band(0), x.n_waves(), x.band(1));
  for (std::size_t w = 0; w < x.n_waves(); ++w) x.band(1)[w] = 0;
  EXPECT_THROW(BandAlgebra(world).orthonormalise(x), base::Error);
}

TEST(BandSolver, BandsAreThoseOfTheHamiltonian) {
  const auto world = comm::Communicator::world();
  BandSolver solver(some_box(12), 12, world);
  for (int i = 0; i < 15; ++i) solver.iterate();
  auto h_x = solver.bands();
  solver.hamiltonian().apply(solver.bands(), h_x);
  for (int j = 0; j < 4; ++j) {
    for (std::size_t w = 0; w < h_x.n_waves(); ++w)
      h_x.band(j)[w] -= solver.energies()[static_cast<std::size_t>(j)] * solver.bands().band(j)[w];
    EXPECT_NEAR(product(h_x, j, h_x, j, world).real(), 0, 1e-12) << j;
  }
  EXPECT_NEAR(solver.hamiltonian().integral(solver.density()), 12, 1e-11);
}

TEST(BandSolver, EveryNumberOfRanksComputesTheSame) {
  const auto world = comm::Communicator::world(), alone = comm::Communicator::self();
  BandSolver shared(some_box(12), 6, world), whole(some_box(12), 6, alone);
  for (int i = 0; i < 3; ++i) {
    shared.iterate();
    whole.iterate();
  }
  for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(shared.energies()[j], whole.energies()[j], 1e-11);
}

TEST(BandSolver, MoreBandsThanWavesAreRefused) {
  const auto world = comm::Communicator::world();
  EXPECT_THROW(BandSolver(some_box(4), 100, world), base::Error);
}

}  // namespace
}  // namespace lobatto::accept
