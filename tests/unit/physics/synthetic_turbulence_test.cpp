#include "physics/conditions/synthetic_turbulence.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "../../support/flow_terms.hpp"
#include "space/boundary.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::function_of_place;
using test::Point;

TurbulentWaves::Settings settings_of(std::int64_t seed, int n_waves = 400) {
  return {.length = 0.3, .convection = {1, 0, 0}, .n_waves = n_waves, .seed = seed};
}

/// Each component of the sum of N waves has the variance (3 / N) sum of s_i^2 of unit vectors, with
/// mean 1 and a standard deviation of 3 sqrt(4 / 45 / N) = 0.894 / sqrt(N): 0.045 here, and 0.0063
/// in the mean over 50 seeds.
TEST(TurbulentWaves, HaveTheIntensityAndNoMean) {
  constexpr int n_seeds = 50;
  std::array<double, 3> of_all{};
  for (int seed = 1; seed <= n_seeds; ++seed) {
    const TurbulentWaves waves(settings_of(seed));
    std::array<double, 3> variance{};
    for (const auto& wave : waves.waves())
      for (int d = 0; d < 3; ++d) variance[d] += 0.5 * wave.direction[d] * wave.direction[d];
    EXPECT_NEAR(variance[0] + variance[1] + variance[2], 3, 1e-12);
    for (int d = 0; d < 3; ++d) {
      EXPECT_NEAR(variance[d], 1, 5 * 0.045) << seed;
      of_all[d] += variance[d] / n_seeds;
    }
  }
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(of_all[d], 1, 4 * 0.0063);
}

/// Over n places far from each other the mean has a standard deviation of 1 / sqrt(n), the mean
/// square one of sqrt(2 / n).
TEST(TurbulentWaves, AreNormalVariablesFromPlaceToPlace) {
  const TurbulentWaves waves(settings_of(3));
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> place(0, 300);
  constexpr int n = 20000;
  double mean = 0, square = 0, fourth = 0, shear = 0, expected = 0;
  for (const auto& wave : waves.waves()) expected += 0.5 * wave.direction[1] * wave.direction[1];
  for (int i = 0; i < n; ++i) {
    const Point x{place(engine), place(engine), place(engine)};
    const double v = waves(1, x, 0.7), w = waves(2, x, 0.7);
    mean += v / n;
    square += v * v / n;
    fourth += v * v * v * v / n;
    shear += v * w / n;
  }
  EXPECT_NEAR(mean, 0, 4 / std::sqrt(n));
  EXPECT_NEAR(square, expected, 4 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / (square * square), 3, 4 * std::sqrt(24.0 / n) + 0.05);
  EXPECT_NEAR(shear, 0, 0.045 * 4 + 4 / std::sqrt(n));
}

/// f(r) = <u(x) u(x + r e)> along e, of each wave s_1^2 cos(k_1 r) / 2; its integral is the length.
/// Cut at r = 4 L, where it is 0.
TEST(TurbulentWaves, HaveTheIntegralLength) {
  constexpr int n_seeds = 40, n_steps = 400;
  std::vector<double> lengths;
  for (int seed = 1; seed <= n_seeds; ++seed) {
    const TurbulentWaves waves(settings_of(seed));
    double integral = 0, variance = 0;
    for (const auto& wave : waves.waves()) {
      const double energy = 0.5 * wave.direction[0] * wave.direction[0];
      variance += energy;
      for (int i = 0; i < n_steps; ++i)
        integral += energy * std::cos(wave.k[0] * 1.2 * (i + 0.5) / n_steps) * 1.2 / n_steps;
    }
    lengths.push_back(integral / variance);
  }
  double mean = 0, square = 0;
  for (const double length : lengths) mean += length / n_seeds;
  for (const double length : lengths) square += (length - mean) * (length - mean) / (n_seeds - 1);
  const double deviation = std::sqrt(square / n_seeds);
  EXPECT_LT(deviation, 0.015);
  EXPECT_NEAR(mean, 0.3, 4 * deviation);
}

TEST(TurbulentWaves, HaveNoDivergenceAndAreFrozenIntoTheStream) {
  auto settings = settings_of(11);
  settings.convection = {1.5, -0.2, 0.1};
  const TurbulentWaves waves(settings);
  for (const auto& wave : waves.waves()) {
    double product = 0, length = 0;
    for (int d = 0; d < 3; ++d) {
      product += wave.k[d] * wave.direction[d];
      length += wave.k[d] * wave.k[d];
    }
    EXPECT_LT(std::abs(product), 1e-14 * std::sqrt(length));
  }
  const double dt = 0.37;
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(waves(d, {0.3, 0.4, 0.5}, 1.0),
                waves(d, {0.3 + 1.5 * dt, 0.4 - 0.2 * dt, 0.5 + 0.1 * dt}, 1.0 + dt), 1e-11);
}

TEST(TurbulentWaves, FitThePeriods) {
  auto settings = settings_of(2);
  settings.periods = {std::nullopt, std::nullopt, 0.8};
  const TurbulentWaves waves(settings);
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(waves(d, {0.3, 0.4, -0.1}, 2.0), waves(d, {0.3, 0.4, 0.7}, 2.0), 1e-11);
}

TEST(TurbulentWaves, AreThoseOfTheirSeed) {
  const TurbulentWaves one(settings_of(1)), again(settings_of(1)), two(settings_of(2));
  const Point x{0.1, 0.2, 0.3};
  EXPECT_EQ(one(0, x, 0.5), again(0, x, 0.5));
  EXPECT_GT(std::abs(one(0, x, 0.5) - two(0, x, 0.5)), 1e-6);
}

TEST(SyntheticTurbulence, HasNoNetFluxAndVanishesWhereItsIntensityDoes) {
  const auto world = comm::Communicator::world();
  const Block block{{0, 0, 0}, {1, 2, 0.8}, {2, 3, 2}, {false, false, true}};
  const space::FunctionSpace space(block.mesh(6, world), world);
  auto settings = settings_of(4, 100);
  settings.periods[2] = 0.8;
  const SyntheticTurbulence turbulence(
      settings, function_of_place([](const Point& x) { return 0.2 * x[1] * (2 - x[1]); }), space,
      0);
  const space::Boundary inlet(space, 0);
  for (const double t : {0.0, 0.4, 17.3}) {
    double through = 0, largest = 0, on_walls = 0;
    std::vector<double> values;
    for (int d = 0; d < 3; ++d) {
      const auto component = [&](const space::Points& points, double time, std::span<double> out) {
        std::ranges::fill(out, 0.0);
        turbulence.add(d, points, time, out);
        for (std::size_t q = 0; q < out.size(); ++q) {
          const bool is_wall = points.y[q] == 0 || points.y[q] == 2;
          (is_wall ? on_walls : largest) = std::max(is_wall ? on_walls : largest, std::abs(out[q]));
        }
      };
      inlet.evaluate(component, t, values);
      for (std::size_t i = 0; i < values.size(); ++i)
        through += inlet.weights()[i] * inlet.normal(d)[i] * values[i];
    }
    EXPECT_NEAR(world.sum(through), 0, 1e-13);
    EXPECT_LT(world.max(on_walls), 1e-14);
    EXPECT_GT(world.max(largest), 0.1);
  }
}

}  // namespace
}  // namespace lobatto::physics
