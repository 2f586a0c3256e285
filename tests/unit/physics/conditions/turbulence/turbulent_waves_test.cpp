#include "physics/conditions/turbulence/turbulent_waves.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace lobatto::physics {
namespace {

using Point = std::array<double, 3>;

TurbulentWaves::Settings settings_of(std::int64_t seed, int n_waves = 400) {
  return {.length = 0.3, .convection = {1, 0, 0}, .n_waves = n_waves, .seed = seed};
}

/// Of the mean over time at any place: half the sum of squares of the waves, 1 or 0.
TEST(TurbulentWaves, HaveExactlyTheIntensityAndNoShear) {
  std::vector<TurbulentWaves::Settings> all;
  for (int seed = 1; seed <= 20; ++seed)
    for (const int n_waves : {50, 200}) {
      all.push_back(settings_of(seed, n_waves));
      all.push_back(all.back());
      all.back().periods = {std::nullopt, 1.0, 2.0};
    }
  for (const auto& settings : all) {
    const TurbulentWaves waves(settings);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double mean = 0;
        for (const auto& wave : waves.waves()) mean += 0.5 * wave.direction[i] * wave.direction[j];
        EXPECT_NEAR(mean, i == j ? 1 : 0, 1e-12) << settings.seed;
      }
  }
}

/// Fewer than a symmetric tensor has components can only have the sum of the intensities.
TEST(TurbulentWaves, HaveTheEnergyHoweverFewTheyAre) {
  for (const int n_waves : {1, 2, 5}) {
    double energy = 0;
    const TurbulentWaves waves(settings_of(7, n_waves));
    for (const auto& wave : waves.waves())
      for (const double component : wave.direction) energy += 0.5 * component * component;
    EXPECT_NEAR(energy, 3, 1e-12);
  }
}

/// Over n places far from each other the mean has a standard deviation of 1 / sqrt(n), the mean
/// square one of sqrt(2 / n).
TEST(TurbulentWaves, AreNormalVariablesFromPlaceToPlace) {
  const TurbulentWaves waves(settings_of(3));
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> place(0, 300);
  constexpr int n = 20000;
  double mean = 0, square = 0, fourth = 0, shear = 0;
  for (int i = 0; i < n; ++i) {
    const Point x{place(engine), place(engine), place(engine)};
    const auto [u, v, w] = waves(x, 0.7);
    mean += v / n;
    square += v * v / n;
    fourth += v * v * v * v / n;
    shear += v * w / n;
  }
  EXPECT_NEAR(mean, 0, 4 / std::sqrt(n));
  EXPECT_NEAR(square, 1, 4 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth / (square * square), 3, 4 * std::sqrt(24.0 / n) + 0.05);
  EXPECT_NEAR(shear, 0, 4 / std::sqrt(n));
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
    EXPECT_NEAR(waves({0.3, 0.4, 0.5}, 1.0)[d],
                waves({0.3 + 1.5 * dt, 0.4 - 0.2 * dt, 0.5 + 0.1 * dt}, 1.0 + dt)[d], 1e-11);
}

TEST(TurbulentWaves, FitThePeriods) {
  auto settings = settings_of(2);
  settings.periods = {std::nullopt, std::nullopt, 0.8};
  const TurbulentWaves waves(settings);
  for (int d = 0; d < 3; ++d)
    EXPECT_NEAR(waves({0.3, 0.4, -0.1}, 2.0)[d], waves({0.3, 0.4, 0.7}, 2.0)[d], 1e-11);
}

TEST(TurbulentWaves, AreThoseOfTheirSeed) {
  const TurbulentWaves one(settings_of(1)), again(settings_of(1)), two(settings_of(2));
  const Point x{0.1, 0.2, 0.3};
  EXPECT_EQ(one(x, 0.5), again(x, 0.5));
  EXPECT_GT(std::abs(one(x, 0.5)[0] - two(x, 0.5)[0]), 1e-6);
}

}  // namespace
}  // namespace lobatto::physics
