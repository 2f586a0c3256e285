#include "physics/terms/solution_force.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/added_terms.hpp"
#include "support/flow_run.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::constant;
using test::faces_of;
using test::FlowRun;
using test::function_of_place;
using test::in_time;
using test::insulated;
using test::Point;
using test::settings_of;

/// factor(t) times each component of the velocity.
VectorSource proportional(double (*factor)(double)) {
  VectorSource force;
  for (int d = 0; d < 3; ++d)
    force[d] = [d, factor](const space::Points&, double t, std::span<const double* const> velocity,
                           std::span<const double* const>, std::span<double> out) {
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = factor(t) * velocity[d][q];
    };
  return force;
}

FlowSettings damped(double (*factor)(double), int order = 3) {
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1, order);
  settings.additions = {test::solution_force(proportional(factor))};
  return settings;
}

// du/dt = -2 u, by EXT1 and then EXT2 on equal steps.
TEST(SolutionForce, IsExtrapolated) {
  FlowRun run(test::torus_222, 2, damped([](double) { return -2.0; }, 2));
  run.flow.set_state(0, {constant(1), constant(0), constant(-3)}, {});
  constexpr double dt = 0.1;
  const double first = 1 - 2 * dt, second = (2 * first - 0.5 + dt * (-4 * first + 2)) / 1.5;
  for (const double value : {first, second}) {
    run.flow.step(dt);
    EXPECT_LT(run.error(run.field("velocity", 0), constant(value)), 1e-12);
    EXPECT_LT(run.error(run.field("velocity", 1), constant(0)), 1e-12);
    EXPECT_LT(run.error(run.field("velocity", 2), constant(-3 * value)), 1e-12);
  }
}

/// The error at t = 1 of u' = -u / (1 + t)^2, u = exp(1 / (1 + t)), from a known past.
double error_of_decay(int n_steps) {
  const auto exact = [](double t) { return std::exp(1 / (1 + t)); };
  FlowRun run(test::torus_222, 1, damped([](double t) { return -1 / ((1 + t) * (1 + t)); }));
  const VectorFunction velocity{in_time(exact), {}, {}};
  const double dt = 1.0 / n_steps;
  for (const int before : {2, 1}) {
    run.flow.set_state(-before * dt, velocity, {});
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, velocity, {});
  for (int step = 0; step < n_steps; ++step) run.flow.step(dt);
  return run.error(run.field("velocity", 0), constant(exact(1)));
}

TEST(SolutionForce, IsOfThirdOrderInTime) {
  const double coarse = error_of_decay(80), fine = error_of_decay(160);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.15);
  EXPECT_LT(fine, 1e-4);
}

// Of a force t u the power per volume is 2 t times the kinetic energy.
TEST(SolutionForce, FeedsTheEnergyOfTheFlow) {
  constexpr double turn = 2 * std::numbers::pi;
  FlowRun run(test::torus_222, 6, damped([](double t) { return t; }));
  const VectorFunction velocity{
      function_of_place([](const Point& x) { return 1 + std::sin(turn * x[1]); }), {}, constant(2)};
  run.flow.set_state(3, velocity, {});
  const auto state = run.flow.look();
  EXPECT_NEAR(state.power, 2 * 3 * state.kinetic_energy, 1e-12 * state.power);
  const auto report = run.flow.step(0.01);
  EXPECT_NEAR(report.state.power, 2 * 3.01 * report.state.kinetic_energy, 1e-12 * state.power);
}

// Points and fields of a block of elements fit each other, and few calls serve all.
TEST(SolutionForce, IsAskedForBlocksOfElements) {
  constexpr double turn = 2 * std::numbers::pi;
  const auto wave = [=](double y) { return 1 + std::sin(turn * y); };
  std::vector<std::size_t> sizes;
  double worst = 0;
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1);
  VectorSource force;
  for (auto& component : force)
    component = [&](const space::Points& points, double, std::span<const double* const> velocity,
                    std::span<const double* const>, std::span<double> out) {
      sizes.push_back(out.size());
      for (std::size_t q = 0; q < out.size(); ++q)
        worst = std::max(worst, std::abs(velocity[0][q] - wave(points.y[q])));
      std::ranges::fill(out, 0.0);
    };
  settings.additions = {test::solution_force(force)};
  FlowRun run(test::torus_222, 6, settings);
  const VectorFunction velocity{
      function_of_place([=](const Point& x) { return wave(x[1]); }), {}, {}};
  run.flow.set_state(0, velocity, {});
  // On a rank without elements nothing is asked.
  const auto calls = [&](std::size_t n) {
    return std::vector<std::size_t>(run.space.size() == 0 ? 0 : n, run.space.size());
  };
  sizes.clear();
  EXPECT_EQ(run.flow.look().power, 0);
  EXPECT_LT(worst, 1e-12);
  // 343 nodes per element: at most 12 elements in a call, and no rank has more than 8.
  EXPECT_EQ(sizes, calls(3));
  run.flow.step(0.01);
  sizes.clear();
  run.flow.step(0.01);
  EXPECT_LT(worst, 0.1);  // it looks at the flow after a step of diffusion, too
  EXPECT_EQ(sizes, calls(6));
}

// The same flow as with the term that buoyancy is.
TEST(SolutionForce, MayBeThatOfAScalar) {
  auto settings = settings_of(test::channel_faces(), 0.1);
  settings.scalars = {insulated("other", 1), insulated("heat", 0.2)};
  auto by_function = settings;
  settings.additions = {test::buoyancy({1, 4.0, 0.25, {0, 2, 0}})};
  const auto none = [](const space::Points&, double, std::span<const double* const>,
                       std::span<const double* const>,
                       std::span<double> out) { std::ranges::fill(out, 0.0); };
  const auto lift = [](const space::Points&, double, std::span<const double* const>,
                       std::span<const double* const> scalars, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = 8 * (scalars[1][q] - 0.25);
  };
  by_function.additions = {test::solution_force(VectorSource{none, lift, none})};
  const std::vector<space::SpaceTimeFunction> scalars{
      constant(1), function_of_place([](const Point& x) {
        return std::cos(2 * std::numbers::pi * x[0]) * x[1];
      })};
  FlowRun a(test::channel_block, 4, settings), b(test::channel_block, 4, by_function);
  for (FlowRun* run : {&a, &b}) run->flow.set_state(0, {}, scalars);
  for (int step = 0; step < 4; ++step) {
    const auto of_a = a.flow.step(0.05).state, of_b = b.flow.step(0.05).state;
    EXPECT_NEAR(of_a.power, of_b.power, 1e-12);
    EXPECT_GT(of_a.kinetic_energy, 1e-5);
  }
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < a.space.size(); ++q)
      ASSERT_NEAR(a.field("velocity", d)[q], b.field("velocity", d)[q], 1e-12);
}

}  // namespace
}  // namespace lobatto::physics
