#include "physics/conditions/turbulence/wave_sums.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace lobatto::physics {
namespace {

constexpr TurbulentWaves::Settings settings{
    .length = 0.3, .convection = {1, 0.2, 0}, .n_waves = 50};

using Places = std::vector<WaveSums::Place>;

/// 77 of them: no whole number of blocks.
Places on_a_curve() {
  Places places;
  for (int i = 0; i < 77; ++i) places.push_back({0.5 + 0.01 * i, 0.1 * (i % 11), 0.07 * i});
  return places;
}

/// Seven rows of 83 columns, without two corners; nodes of elements that meet stand there twice.
Places on_a_face() {
  Places places;
  for (int i = 1; i < 7 * 83 - 1; ++i) places.push_back({0.5, 0.03 * (i % 83), 0.11 * (i / 83)});
  places.insert(places.end(), places.begin() + 100, places.begin() + 200);
  return places;
}

void expect_sums_of_waves(const Places& places, std::optional<int> axis) {
  WaveSums sums(TurbulentWaves(settings), places, axis);
  for (const double t : {0.0, 0.3, 250.0, 0.3}) {
    sums.set_time(sums.waves().turns(t));
    for (std::size_t i = 0; i < places.size(); ++i)
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(sums.at(i)[d], sums.waves()(places[i], t)[d], 1e-11) << t;
  }
}

TEST(WaveSums, AreThoseOfTheWaves) {
  expect_sums_of_waves(on_a_curve(), {});
  expect_sums_of_waves(on_a_face(), {});
  for (int axis = 0; axis < 3; ++axis) expect_sums_of_waves(on_a_face(), axis);
}

/// On each rank those of its own, none on the last of several.
TEST(WaveSums, FindTheColumnsOfAFaceAndNoneOnACurve) {
  const auto world = comm::Communicator::world();
  const bool has_some = world.size() == 1 || world.rank() + 1 < world.size();
  const Places none, face = on_a_face(), curve = on_a_curve();
  EXPECT_EQ(WaveSums::best_axis(has_some ? face : none, world), 1);
  EXPECT_EQ(WaveSums::best_axis(has_some ? curve : none, world), std::nullopt);
  EXPECT_EQ(WaveSums::best_axis(world.rank() == 0 ? curve : face, world), std::nullopt);
}

/// Neither on what was asked before, nor on what is kept, nor on the other places.
TEST(WaveSums, DependOnTheirPlaceAndTimeAlone) {
  const Places places = on_a_face();
  for (const std::optional<int> axis : {std::optional<int>{}, std::optional(1)}) {
    WaveSums fresh(TurbulentWaves(settings), places, axis);
    fresh.set_time(fresh.waves().turns(3.7));
    for (const std::size_t most : {0, 70'000, 1 << 28}) {
      WaveSums sums(TurbulentWaves(settings), {places.begin() + 300, places.begin() + 333}, axis,
                    most);
      for (const double t : {1.0, 2.9, 3.7}) sums.set_time(sums.waves().turns(t));
      for (std::size_t i = 0; i < 33; ++i) EXPECT_EQ(sums.at(i), fresh.at(300 + i)) << most;
    }
  }
}

TEST(WaveSums, NeedNoPlaces) {
  WaveSums sums(TurbulentWaves(settings), {}, 2);
  EXPECT_NO_THROW(sums.set_time(sums.waves().turns(1)));
}

}  // namespace
}  // namespace lobatto::physics
