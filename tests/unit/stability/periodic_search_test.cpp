// Flows that are periodic in time, whose course is known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "searched_run.hpp"
#include "support/added_terms.hpp"

namespace lobatto::stability {
namespace {

using std::numbers::pi;
using test::function_of_place;
using test::Point;

/// Between walls a force cos(2 pi t) along x; begun at rest.
constexpr double of_channel = 0.2;  // viscosity
SearchedRun shaken_channel(int n_steps) {
  auto settings = test::settings_of(test::channel_faces(), of_channel);
  settings.body_force = {
      {test::in_time([](double t) { return std::cos(2 * pi * t); }), nothing, nothing}, true};
  return {{{0, 0, 0}, {1, 1, 1}, {2, 2, 1}, {true, false, true}},
          7,
          settings,
          {nothing, nothing, nothing},
          {},
          {.period = Period::known, .propagation = {n_steps, 1.0}}};
}

/// At whole t (Womersley, J. Physiol. 127 (1955), between plates): the real part of
/// (1 - cosh(lambda (y - 1/2)) / cosh(lambda / 2)) / (i omega), lambda^2 = i omega / nu.
const auto womersley = function_of_place([](const Point& x) {
  const std::complex i_omega(0.0, 2 * pi);
  const auto lambda = std::sqrt(i_omega / of_channel);
  return ((1.0 - std::cosh(lambda * (x[1] - 0.5)) / std::cosh(lambda / 2.0)) / i_omega).real();
});

TEST(PeriodicSearch, FindsTheFlowThatAForceDrives) {
  const auto error = [](int n_steps) {
    auto channel = shaken_channel(n_steps);
    channel.finish();
    EXPECT_TRUE(channel.search->is_converged());
    // A run in time has lost a part of e^(-nu pi^2) per period.
    EXPECT_LE(channel.search->n_propagations(), 9);
    EXPECT_NEAR(channel.run.state.time(), channel.search->n_propagations(), 1e-9);
    return channel.run.error(channel.run.field("velocity"), womersley);
  };
  const double coarse = error(40), fine = error(80);
  EXPECT_LT(coarse, 5e-4);
  EXPECT_GT(std::log2(coarse / fine), 2.5);
}

/// Rolls in a layer that is heated from below, whose walls move: they are steady for who moves
/// along, and the flow has the period 2 / wall_speed. Begun beside them, with another period.
constexpr double wall_speed = 10;
physics::FlowSettings heated_between_moving_walls() {
  auto faces = test::channel_faces();
  faces[2] = faces[3] = {
      physics::VelocityCondition::velocity, {test::constant(wall_speed), nothing, nothing}, false};
  auto settings = test::settings_of(faces, 1.0);
  settings.scalars = {test::insulated("T", 1.0)};
  settings.scalars[0].faces[2] = {physics::ScalarCondition::value, test::constant(1), false};
  settings.scalars[0].faces[3] = {physics::ScalarCondition::value, nothing, false};
  settings.additions = {test::buoyancy({0, 2600, 0.3, {0, 1, 0}})};
  return settings;
}
physics::VectorFunction rolls() {
  return {function_of_place([](const Point& x) {
            return wall_speed + 4 * std::sin(pi * x[0]) * std::sin(2 * pi * x[1]);
          }),
          function_of_place([](const Point& x) {
            return -4 * std::cos(pi * x[0]) * std::pow(std::sin(pi * x[1]), 2);
          }),
          nothing};
}
struct MovingRolls : SearchedRun {
  explicit MovingRolls(double period, int n_steps = 60)
      : SearchedRun(
            {{0, 0, 0}, {2, 1, 1}, {2, 2, 1}, {true, false, true}}, 6,
            heated_between_moving_walls(), rolls(), {function_of_place([](const Point& x) {
              return 1 - x[1] - 0.2 * std::cos(pi * x[0]) * std::sin(pi * x[1]);
            })},
            {.period = Period::unknown, .krylov_vectors = 30, .propagation = {n_steps, period}}) {
    for (int n = 0; n < 100; ++n) run.flow.step(0.004);
    search->begin();
  }
};

// To the error of the steps, which is of third order.
TEST(PeriodicSearch, FindsTheOrbitOfMovingRollsAndItsPeriod) {
  const auto error = [](int n_steps) {
    MovingRolls moving(0.205, n_steps);
    moving.finish();
    EXPECT_TRUE(moving.search->is_converged());
    EXPECT_GT(moving.run.space.rms(moving.run.field("velocity", 1)), 1);
    return std::abs(moving.search->iterates().back().horizon - 2 / wall_speed);
  };
  const double coarse = error(50), fine = error(100);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(std::log2(coarse / fine), 2.5);
}

TEST(PeriodicSearch, GoesOnBitForBit) {
  MovingRolls whole(0.205), rest(0.205);
  expect_to_go_on(whole, rest, 150, 2);
}

}  // namespace
}  // namespace lobatto::stability
