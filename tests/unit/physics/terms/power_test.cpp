// What feeds the kinetic energy of a flow, against what becomes of the energy.
#include <gtest/gtest.h>

#include <cmath>

#include "support/added_terms.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::channel_block;
using test::channel_faces;
using test::constant;
using test::FlowRun;
using test::function_of_place;
using test::in_time;
using test::Point;
using test::settings_of;

constexpr double power_viscosity = 0.3;

/// The mean of |u^1 - u^0|^2 / 2 over the last step.
double lost_in_the_step(const FlowRun& run) {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    auto change = run.state["velocity"].now(d);
    const auto& before = run.state["velocity"].at(1, d);
    for (std::size_t q = 0; q < change.size(); ++q) change[q] -= before[q];
    sum += 0.5 * run.space.inner_product(change, change) / run.space.volume();
  }
  return sum;
}

/// A step of backward Euler has E_1 - E_0 = dt (power - 2 nu enstrophy) - |u_1 - u_0|^2 / 2 where
/// nothing is extrapolated that changes.
void expect_balance(FlowRun& run) {
  double before = run.flow.look().kinetic_energy, largest_growth = 0;
  for (int n = 0; n < 5; ++n) {
    const auto report = run.flow.step(0.1);
    const auto& now = report.state;
    const double growth = now.kinetic_energy - before;
    EXPECT_NEAR(growth,
                0.1 * (now.power - 2 * power_viscosity * now.enstrophy) - lost_in_the_step(run),
                1e-13);
    largest_growth = std::max(largest_growth, std::abs(growth));
    before = now.kinetic_energy;
  }
  EXPECT_GT(largest_growth, 1e-3);
}

std::vector<VelocityBoundaryCondition> with_swinging_wall() {
  auto faces = channel_faces();
  faces[3] = {VelocityCondition::velocity,
              {in_time([](double t) { return std::sin(3 * t); }), constant(0),
               in_time([](double t) { return std::cos(5 * t); })},
              true};
  return faces;
}

TEST(Power, OfAWallThatSwings) {
  FlowRun run(channel_block, 5, settings_of(with_swinging_wall(), power_viscosity, 1));
  expect_balance(run);
}

// The force that holds the rate works on the fluid, but not on the nodes that the wall takes along.
TEST(Power, OfAWallThatSwingsWhereTheRateIsHeld) {
  auto settings = settings_of(with_swinging_wall(), power_viscosity, 1);
  settings.flow_rate = FlowRate{0, 0.7};
  FlowRun run(channel_block, 5, settings);
  expect_balance(run);
}

TEST(Power, OfABodyForceThatPulsates) {
  auto settings = settings_of(channel_faces(), power_viscosity, 1);
  settings.body_force = {{in_time([](double t) { return 3 * std::cos(2 * t); }), constant(0),
                          function_of_place([](const Point& x) { return x[1]; })},
                         true};
  FlowRun run(channel_block, 5, settings);
  expect_balance(run);
}

// A temperature that grows across the channel pushes the fluid along it.
TEST(Power, OfBuoyancy) {
  auto settings = settings_of(channel_faces(), power_viscosity, 1);
  const auto temperature = function_of_place([](const Point& x) { return x[1]; });
  settings.scalars = {test::insulated("temperature", 0.4)};
  for (const int face : {2, 3})
    settings.scalars[0].faces[face] = {ScalarCondition::value, temperature, false};
  settings.additions = {test::buoyancy({0, 9.0, 0.2, {1, 0, 0}})};
  FlowRun run(channel_block, 5, settings);
  const std::vector<space::SpaceTimeFunction> scalars{temperature};
  run.flow.set_state(0, {}, scalars);
  expect_balance(run);
}

// Poiseuille flow through a channel with ends: the pressure at the inflow does the work,
// nu int |du/dy|^2, and what comes in of kinetic energy goes out.
TEST(Power, OfTheEndsOfAChannel) {
  test::Block block = channel_block;
  block.periodic = {false, false, true};
  const VectorFunction parabola{
      function_of_place([](const Point& x) { return 6 * x[1] * (1 - x[1]); }), constant(0),
      constant(0)};
  auto faces = channel_faces();
  faces[0] = {VelocityCondition::velocity, parabola, false};
  for (const auto end : {VelocityCondition::outflow, VelocityCondition::velocity}) {
    faces[1] = {end, parabola, false};
    FlowRun run(block, 6, settings_of(faces, power_viscosity));
    run.flow.set_state(0, parabola, {});
    StepReport report;
    for (int n = 0; n < 3; ++n) report = run.flow.step(0.05);
    EXPECT_NEAR(report.state.power, power_viscosity * 12, 1e-9);
    EXPECT_LT(run.error(run.field("velocity"), parabola[0]), 1e-10);
  }
}

}  // namespace
}  // namespace lobatto::physics
