#include "accept/fourier/box_fourier.hpp"

#include <gtest/gtest.h>

#include <cmath>
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
        visit(at++, x, fourier.first_wave(1) + y, fourier.first_wave(2) + z);
}

TEST(BoxFourier, AWaveIsOneNumber) {
  const auto world = comm::Communicator::world();
  const RankBox box = uneven_box(world);
  BoxFourier fourier(box, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
  constexpr int kx = 5, ky = 2, kz = 7;
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

TEST(BoxFourier, FewerWavesThanRanksInADirection) {
  const auto world = comm::Communicator::world();
  const RankBox box({{8, 1, 2}, true, {world.size(), 1}}, {1, 1, 1}, 2, world.rank(), world.size());
  BoxFourier fourier(box, world);
  ComplexField nodes(fourier.n_nodes()), waves(fourier.n_waves());
  nodes.re.fill(1);
  fourier.to_waves(nodes, waves);
  for_waves(fourier, [&](std::size_t at, int x, int y, int z) {
    EXPECT_NEAR(waves.re[at], x + y + z == 0 ? 16 : 0, 1e-13);
  });
}

}  // namespace
}  // namespace lobatto::accept
