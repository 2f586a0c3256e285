// What is carried along characteristics, on flows whose steps are long for their nodes.
#include "physics/equations/characteristics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::constant;
using test::faces_of;
using test::FlowRun;
using test::function_of_place;
using test::in_time;
using test::insulated;
using test::Point;
using test::settings_of;

using std::numbers::pi;

constexpr test::Block stream_block{{0, 0, 0}, {1, 1, 1}, {4, 2, 1}, {false, true, true}};

/// A scalar that hardly diffuses, in a velocity that is given.
FlowSettings carried_scalar(const VectorFunction& velocity, bool depends_on_time, int time_order) {
  auto settings = settings_of({}, 1, time_order);
  settings.given_velocity = GivenVelocitySettings{{}, depends_on_time, velocity};
  settings.scalars = {insulated("dye", 1e-9)};
  settings.along_characteristics = true;
  return settings;
}

/// Waves that a uniform stream, which changes with time, carries through a periodic box.
double wave_error(int time_order, double dt) {
  const auto u = [](double t) { return 1 + 0.5 * std::sin(3 * t); };
  const auto path = [](double t) { return t - 0.5 / 3 * (std::cos(3 * t) - 1); };
  FlowRun run(test::torus_222, 9,
              carried_scalar({in_time(u), constant(0.5), constant(0)}, true, time_order));
  const auto wave = [&](const space::Points& x, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = std::sin(2 * pi * (x.x[q] - path(t))) * std::cos(2 * pi * (x.y[q] - 0.5 * t));
  };
  for (int level = time_order - 1; level >= 0; --level) {
    const std::vector<space::SpaceTimeFunction> initial{wave};
    run.flow.set_state(-level * dt, {}, initial);
    if (level > 0) run.flow.push_history(dt);
  }
  for (int n = 0; n < std::lround(0.8 / dt); ++n) run.flow.step(dt);
  EXPECT_GT(dt * run.flow.look().cfl_rate, 1.2);
  return run.error(run.field("dye"), wave, run.state.time());
}

// The error is that of the velocity between the levels alone: a steady one is followed exactly.
TEST(CharacteristicsOrder, IsThatOfTheScheme) {
  for (const int order : {1, 2, 3}) {
    const double coarse = wave_error(order, 0.05), fine = wave_error(order, 0.025);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.4) << coarse << " " << fine;
  }
}

TEST(Characteristics, KeepWhatIsUniform) {
  const VectorFunction swirl{
      function_of_place([](const Point& x) { return std::sin(2 * pi * x[1]); }),
      function_of_place([](const Point& x) { return std::cos(2 * pi * x[0]); }), constant(0)};
  FlowRun run(test::torus_222, 6, carried_scalar(swirl, false, 3));
  run.flow.set_state(0, {}, std::vector<space::SpaceTimeFunction>{constant(2.5)});
  for (int n = 0; n < 5; ++n) run.flow.step(0.2);
  EXPECT_GT(0.2 * run.flow.look().cfl_rate, 3);
  EXPECT_LT(run.error(run.field("dye"), constant(2.5)), 1e-11);
}

// Galerkin's advection neither adds to the square of a scalar nor takes of it.
TEST(Characteristics, AreStableAtLargeCflNumbers) {
  const VectorFunction swirl{
      function_of_place([](const Point& x) { return std::sin(2 * pi * x[1]); }),
      function_of_place([](const Point& x) { return std::cos(2 * pi * x[0]); }), constant(0)};
  for (const double dt : {0.1, 0.35}) {
    FlowRun run(test::torus_222, 7, carried_scalar(swirl, false, 3));
    const auto blob =
        function_of_place([](const Point& x) { return std::cos(2 * pi * (x[0] + x[1])); });
    run.flow.set_state(0, {}, std::vector<space::SpaceTimeFunction>{blob});
    const double begin = run.space.rms(run.field("dye"));
    for (int n = 0; n < 60; ++n) run.flow.step(dt);
    EXPECT_LT(run.space.rms(run.field("dye")), 1.01 * begin) << dt;
  }
}

/// What enters with a stream at values that change with time.
double inflow_error(int time_order, double dt) {
  auto settings = carried_scalar({constant(1), constant(0), constant(0)}, false, time_order);
  const auto entered = [](const space::Points& x, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = std::sin(4 * (t - x.x[q]));
  };
  settings.scalars[0].faces[0] = {ScalarCondition::value, entered, true};
  FlowRun run(stream_block, 9, settings);
  for (int level = time_order - 1; level >= 0; --level) {
    const std::vector<space::SpaceTimeFunction> initial{entered};
    run.flow.set_state(-level * dt, {}, initial);
    if (level > 0) run.flow.push_history(dt);
  }
  for (int n = 0; n < std::lround(1.2 / dt); ++n) run.flow.step(dt);
  EXPECT_GT(dt * run.flow.look().cfl_rate, 1.2);
  return run.space.rms([&] {
    auto difference = run.space.make_field();
    run.space.evaluate(entered, run.state.time(), difference);
    for (std::size_t q = 0; q < difference.size(); ++q) difference[q] -= run.field("dye")[q];
    return difference;
  }());
}

TEST(CharacteristicsOrder, IsThatOfTheSchemeWhereSomethingEnters) {
  for (const int order : {2, 3}) {
    const double coarse = inflow_error(order, 0.04), fine = inflow_error(order, 0.02);
    EXPECT_GT(std::log2(coarse / fine), order - 0.3) << coarse << " " << fine;
  }
}

}  // namespace
}  // namespace lobatto::physics
