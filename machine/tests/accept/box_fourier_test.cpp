#include "accept/fourier/box_fourier.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>

namespace lobatto::accept {
namespace {

/// A box that 1 to 4 ranks share in two directions, unevenly.
RankBox uneven_box(const comm::Communicator& world) {
  return {{{12, 9, 10}, true, {}}, {1, 1, 1}, 2, world.rank(), world.size()};
}

/// visit(place, x, y, z) for the nodes of this rank.
template <class Visit>
void for_nodes(const RankBox& box, const Visit& visit) {
  std::size_t at = 0;
  for (int z = 0; z < box.count(2); ++z)
    for (int y = 0; y < box.count(1); ++y)
      for (int x = 0; x < box.count(0); ++x)
        visit(at++, box.first(0) + x, box.first(1) + y, box.first(2) + z);
}

/// visit(place, kx, ky, kz) for its waves.
template <class Visit>
void for_waves(const BoxFourier& fourier, const Visit& visit) {
  std::size_t at = 0;
  for (int x = 0; x < fourier.n_waves(0); ++x)
    for (int y = 0; y < fourier.n_waves(1); ++y)
      for (int z = 0; z < fourier.n_waves(2); ++z)
        visit(at++, fourier.wave(0, x), fourier.wave(1, y), fourier.wave(2, z));
}

/// A number of a node or a wave, the same on any number of ranks.
std::complex<double> some_number(int x, int y, int z) {
  const double seed = 1 + x + 17.0 * y + 291.0 * z;
  return {std::sin(seed * seed), std::cos(3 * seed * seed)};
}

/// exp(-2 pi i k . x) of nodes of a box of some size.
std::complex<double> wave_at(const std::vector<int>& size, const std::array<int, 3>& k,
                             const std::array<int, 3>& x) {
  double turns = 0;
  for (std::size_t d = 0; d < 3; ++d) turns += static_cast<double>(k[d]) * x[d] / size[d];
  return std::polar(1.0, -2 * std::numbers::pi * turns);
}

template <class Visit>
void for_box(const std::vector<int>& size, const Visit& visit) {
  for (int z = 0; z < size[2]; ++z)
    for (int y = 0; y < size[1]; ++y)
      for (int x = 0; x < size[0]; ++x) visit(std::array{x, y, z});
}

TEST(BoxFourier, AWaveIsOneNumber) {
  const auto world = comm::Communicator::world();
  const RankBox box = uneven_box(world);
  BoxFourier fourier(box, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
  constexpr int kx = 5, ky = 2, kz = -3;
  for_nodes(box, [&](std::size_t at, int x, int y, int z) {
    const double angle = 2 * std::numbers::pi * (kx * x / 12.0 + ky * y / 9.0 + kz * z / 10.0);
    nodes.re[at] = std::cos(angle);
    nodes.im[at] = std::sin(angle);
  });
  fourier.to_waves(nodes, waves);
  double own = 0;
  for_waves(fourier, [&](std::size_t at, int x, int y, int z) {
    const bool is_it = x == kx && y == ky && z == kz;
    EXPECT_NEAR(waves.re[at], is_it ? 12 * 9 * 10 : 0, 1e-10);
    EXPECT_NEAR(waves.im[at], 0, 1e-10);
    own += is_it;
  });
  EXPECT_EQ(world.sum(own), 1);
}

TEST(BoxFourier, ThereAndBackIsTheNumberOfNodes) {
  const auto world = comm::Communicator::world();
  const RankBox box = uneven_box(world);
  BoxFourier fourier(box, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves()), again(fourier.n_nodes());
  std::mt19937 random(static_cast<unsigned>(world.rank()));
  std::uniform_real_distribution<double> uniform(-1, 1);
  double squares = 0, wave_squares = 0;
  for (std::size_t i = 0; i < fourier.n_nodes(); ++i) {
    nodes.re[i] = uniform(random);
    nodes.im[i] = uniform(random);
    squares += nodes.re[i] * nodes.re[i] + nodes.im[i] * nodes.im[i];
  }
  fourier.to_waves(nodes, waves);
  for (std::size_t i = 0; i < fourier.n_waves(); ++i)
    wave_squares += waves.re[i] * waves.re[i] + waves.im[i] * waves.im[i];
  // Parseval
  EXPECT_NEAR(world.sum(wave_squares), 1080 * world.sum(squares), 1e-8);
  fourier.to_nodes(waves, again);
  for (std::size_t i = 0; i < fourier.n_nodes(); ++i) {
    EXPECT_NEAR(again.re[i], 1080 * nodes.re[i], 1e-10);
    EXPECT_NEAR(again.im[i], 1080 * nodes.im[i], 1e-10);
  }
}

TEST(BoxFourier, WavesAreTheSumsOfTheirDefinition) {
  const auto world = comm::Communicator::world();
  const RankBox box = uneven_box(world);
  const auto& size = box.size();
  // All, some of each direction (an even number of nodes, too), those of the mean and next to it.
  for (const auto& largest : {std::array{12, 9, 10}, {3, 2, 4}, {5, 4, 2}, {0, 1, 0}}) {
    BoxFourier fourier(box, largest, world);
    ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
    for_nodes(box, [&](std::size_t at, int x, int y, int z) {
      nodes.re[at] = some_number(x, y, z).real();
      nodes.im[at] = some_number(x, y, z).imag();
    });
    fourier.to_waves(nodes, waves);
    double n_waves = 0;
    for_waves(fourier, [&](std::size_t at, int kx, int ky, int kz) {
      std::complex<double> sum = 0;
      for_box(size, [&](const std::array<int, 3>& x) {
        sum += some_number(x[0], x[1], x[2]) * wave_at(size, {kx, ky, kz}, x);
      });
      EXPECT_NEAR(waves.re[at], sum.real(), 1e-10);
      EXPECT_NEAR(waves.im[at], sum.imag(), 1e-10);
      n_waves += 1;
    });
    double all = 1;
    for (std::size_t d = 0; d < 3; ++d) all *= std::min(size[d], 2 * largest[d] + 1);
    EXPECT_EQ(world.sum(n_waves), all);
  }
}

TEST(BoxFourier, WavesThatAreNotKeptAreZeroAtTheNodes) {
  const auto world = comm::Communicator::world();
  const RankBox box = uneven_box(world);
  const auto& size = box.size();
  constexpr std::array largest{2, 1, 3};
  BoxFourier fourier(box, largest, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves()), again(fourier.n_waves());
  for_waves(fourier, [&](std::size_t at, int kx, int ky, int kz) {
    waves.re[at] = some_number(kx, ky, kz).real();
    waves.im[at] = some_number(kx, ky, kz).imag();
  });
  fourier.to_nodes(waves, nodes);
  for_nodes(box, [&](std::size_t at, int x, int y, int z) {
    std::complex<double> sum = 0;
    for (int kz = -largest[2]; kz <= largest[2]; ++kz)
      for (int ky = -largest[1]; ky <= largest[1]; ++ky)
        for (int kx = -largest[0]; kx <= largest[0]; ++kx)
          sum += some_number(kx, ky, kz) * std::conj(wave_at(size, {kx, ky, kz}, {x, y, z}));
    EXPECT_NEAR(nodes.re[at], sum.real(), 1e-11);
    EXPECT_NEAR(nodes.im[at], sum.imag(), 1e-11);
  });
  fourier.to_waves(nodes, again);
  for (std::size_t i = 0; i < fourier.n_waves(); ++i) {
    EXPECT_NEAR(again.re[i], 1080 * waves.re[i], 1e-10);
    EXPECT_NEAR(again.im[i], 1080 * waves.im[i], 1e-10);
  }
}

TEST(BoxFourier, CountsTheLinesThatItTransforms) {
  const auto world = comm::Communicator::world();
  const RankBox box({{16, 16, 16}, true, {}}, {1, 1, 1}, 2, world.rank(), world.size());
  EXPECT_DOUBLE_EQ(BoxFourier(box, world).flops(), 5 * 4096 * 12);
  // Along 2 all 16 x 16, along 1 16 x 9, along 0 9 x 9.
  EXPECT_DOUBLE_EQ(BoxFourier(box, {4, 4, 4}, world).flops(), (256 + 144 + 81) * 5 * 16 * 4);
}

TEST(BoxFourier, LinesOfAnyLength) {
  // One stage, two and three of the lines' transforms; strips that are not full; a prime.
  const auto world = comm::Communicator::world();
  for (const auto& size : {std::vector<int>{4, 8, 5}, {7, 4, 72}, {36, 30, 2}, {13, 6, 48}}) {
    const RankBox box({size, true, {}}, {1, 1, 1}, 2, world.rank(), world.size());
    BoxFourier fourier(box, world);
    ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
    const std::array k{1, -2, size[2] / 3};
    for_nodes(box, [&](std::size_t at, int x, int y, int z) {
      const auto value = std::conj(wave_at(size, k, {x, y, z}));
      nodes.re[at] = value.real();
      nodes.im[at] = value.imag();
    });
    fourier.to_waves(nodes, waves);
    const double n = box.n_cells_in_all();
    for_waves(fourier, [&](std::size_t at, int kx, int ky, int kz) {
      // k_1 = -2 of four nodes is 2.
      const bool is_it = kx == k[0] && (ky - k[1]) % size[1] == 0 && kz == k[2];
      EXPECT_NEAR(waves.re[at], is_it ? n : 0, 1e-10);
      EXPECT_NEAR(waves.im[at], 0, 1e-10);
    });
  }
}

TEST(BoxFourier, FewerWavesThanRanksInADirection) {
  const auto world = comm::Communicator::world();
  const RankBox box({{8, 1, 2}, true, {world.size(), 1}}, {1, 1, 1}, 2, world.rank(), world.size());
  BoxFourier fourier(box, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
  nodes.re.fill(1);
  fourier.to_waves(nodes, waves);
  for_waves(fourier, [&](std::size_t at, int x, int y, int z) {
    EXPECT_NEAR(waves.re[at], x == 0 && y == 0 && z == 0 ? 16 : 0, 1e-13);
  });
}

}  // namespace
}  // namespace lobatto::accept
