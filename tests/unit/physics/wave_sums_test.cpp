#include "physics/conditions/wave_sums.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace lobatto::physics {
namespace {

constexpr TurbulentWaves::Settings settings{
    .length = 0.3, .convection = {1, 0.2, 0}, .n_waves = 50};

/// 77 of them: no whole number of blocks.
std::vector<WaveSums::Place> some_places() {
  std::vector<WaveSums::Place> places;
  for (int i = 0; i < 77; ++i) places.push_back({0.5, 0.1 * (i % 11), 0.07 * i});
  return places;
}

TEST(WaveSums, AreThoseOfTheWaves) {
  WaveSums sums(TurbulentWaves(settings), some_places());
  std::array<std::vector<double>, 3> values;
  for (const double t : {0.0, 0.3, 250.0, 0.3}) {
    sums.evaluate(t, values);
    for (std::size_t i = 0; i < some_places().size(); ++i)
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(values[d][i], sums.waves()(some_places()[i], t)[d], 1e-11) << t;
  }
}

/// Neither on what was asked before, nor on what is kept.
TEST(WaveSums, DependOnTheTimeAlone) {
  std::array<std::vector<double>, 3> values, expected;
  WaveSums fresh(TurbulentWaves(settings), some_places());
  fresh.evaluate(3.7, expected);
  for (const std::size_t most : {0, 70'000, 1 << 28}) {
    WaveSums sums(TurbulentWaves(settings), some_places(), most);
    for (const double t : {1.0, 2.9, 3.7}) sums.evaluate(t, values);
    EXPECT_EQ(values, expected) << most;
  }
}

TEST(WaveSums, NeedNoPlaces) {
  WaveSums sums(TurbulentWaves(settings), {});
  std::array<std::vector<double>, 3> values;
  sums.evaluate(1, values);
  EXPECT_TRUE(values[0].empty());
}

}  // namespace
}  // namespace lobatto::physics
