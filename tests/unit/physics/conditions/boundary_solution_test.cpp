#include "physics/conditions/boundary_solution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "space/boundary.hpp"
#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "support/memory_state.hpp"

namespace lobatto::physics {
namespace {

using test::Block;
using test::constant;
using test::faces_of;
using test::FlowRun;
using test::function_of_place;
using test::insulated;
using test::Point;
using test::settings_of;

constexpr double slab_diffusivity = 0.1;

/// flux = -h (T - outside), cooling by a fluid of that temperature.
SourceFunction cooling(double h, double outside) {
  return [h, outside](const space::Points&, double, std::span<const double* const>,
                      std::span<const double* const> scalars, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = -h * (scalars[0][q] - outside);
  };
}

/// Fluid at rest between walls, cooled at the upper one.
FlowSettings cooled(double h, double outside, const ScalarBoundaryCondition& lower) {
  auto faces = faces_of(VelocityCondition::periodic);
  faces[0] = faces[1] = {VelocityCondition::wall, {}, false};
  auto settings = settings_of(faces, 1);
  settings.scalars = {insulated("heat", slab_diffusivity)};
  settings.scalars[0].faces[0] = lower;
  settings.scalars[0].faces[1] = {ScalarCondition::flux, {}, true, cooling(h, outside)};
  return settings;
}

// T = 1 at x = 0 and diffusivity T' = -h (T - T0) at x = 1: T = 1 - s x with s = h (1 - T0) /
// (diffusivity + h).
TEST(BoundarySolution, LetsASlabCoolToItsSteadyState) {
  constexpr double h = 0.05, outside = 0.2, slope = h * (1 - outside) / (slab_diffusivity + h);
  FlowRun run(test::slab_322, 3, cooled(h, outside, {ScalarCondition::value, constant(1), false}));
  run.flow.set_state(0, {}, std::vector<space::SpaceTimeFunction>{constant(1)});
  for (int step = 0; step < 200; ++step) run.flow.step(1.0);
  const auto exact = function_of_place([](const Point& x) { return 1 - slope * x[0]; });
  EXPECT_LT(run.error(run.field("heat"), exact), 1e-11);
}

/// Insulated at x = 0: T = exp(-k l^2 t) cos(l x), with h = k l tan(l) and l = 1; the error at t
/// = 2.
double error_of_cooling(int n_steps) {
  const auto exact = [](const space::Points& at, double t, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q)
      out[q] = std::exp(-slab_diffusivity * t) * std::cos(at.x[q]);
  };
  FlowRun run(test::slab_322, 7, cooled(slab_diffusivity * std::tan(1.0), 0, {}));
  const std::vector<space::SpaceTimeFunction> heat{exact};
  const double dt = 2.0 / n_steps;
  for (const int before : {2, 1}) {
    run.flow.set_state(-before * dt, {}, heat);
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, {}, heat);
  for (int step = 0; step < n_steps; ++step) run.flow.step(dt);
  return run.error(run.field("heat"), exact, 2);
}

TEST(BoundarySolution, CoolsASlabWithSecondOrderInTime) {
  const double coarse = error_of_cooling(10), fine = error_of_cooling(20);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3);
  EXPECT_LT(fine, 1e-4);
}

/// A lid as fast as a scalar, at y = 1 of a channel; the scalar, the same everywhere, decays.
FlowSettings driven_by_a_scalar() {
  auto faces = test::channel_faces();
  const auto zero = [](const space::Points&, double, std::span<const double* const>,
                       std::span<const double* const>,
                       std::span<double> out) { std::ranges::fill(out, 0.0); };
  const auto heat = [](const space::Points&, double, std::span<const double* const>,
                       std::span<const double* const> scalars,
                       std::span<double> out) { std::copy_n(scalars[0], out.size(), out.begin()); };
  faces[3] = {VelocityCondition::velocity, {}, true, {heat, zero, zero}};
  auto settings = settings_of(faces, 0.2);
  settings.scalars = {insulated("heat", 0.3)};
  settings.scalars[0].source = [](const space::Points&, double, std::span<const double* const>,
                                  std::span<const double* const> scalars, std::span<double> out) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = -scalars[0][q];
  };
  return settings;
}

double lid_of(const FlowRun& run) {
  double lid = -1;
  for (const std::size_t q : space::boundary_nodes(run.space, 3)) {
    const double u = run.field("velocity")[q];
    if (lid >= 0) {
      EXPECT_NEAR(u, lid, 1e-13);
    }
    lid = u;
  }
  return run.world.max(lid);
}

TEST(BoundarySolution, GivesVelocitiesFromTheLevelsBefore) {
  FlowRun run(test::channel_block, 3, driven_by_a_scalar());
  const auto mean = [&] { return run.space.mean(run.field("heat")); };
  run.flow.set_state(0, {}, std::vector<space::SpaceTimeFunction>{constant(0.5)});
  EXPECT_EQ(lid_of(run), 0.5);
  std::vector<double> heat{mean()};
  for (const double dt : {0.1, 0.1, 0.05}) {
    run.flow.step(dt);
    const double before = heat.size() > 1 ? heat[heat.size() - 2] : heat.back();
    const double ratio = heat.size() == 3 ? 0.5 : 1;  // of this step to the one before
    // Of two halves and a whole step, each with the level before it, the first step makes the line.
    const double change = heat.size() > 1 ? heat.back() - before : -dt * heat.back();
    EXPECT_NEAR(lid_of(run), heat.back() + ratio * change, 1e-12);
    heat.push_back(mean());
  }
  EXPECT_LT(heat.back(), 0.45);
}

TEST(BoundarySolution, GoesOnBitForBit) {
  auto settings = driven_by_a_scalar();
  settings.scalars[0].faces[2] = {ScalarCondition::flux, {}, true, cooling(0.1, -0.3)};
  settings.additions = {test::solution_force(settings.faces[3].of_solution)};
  FlowRun straight(test::channel_block, 4, settings), restarted(test::channel_block, 4, settings);
  const auto begin = [](FlowRun& run) {
    run.flow.set_state(0, {},
                       std::vector<space::SpaceTimeFunction>{
                           function_of_place([](const Point& x) { return 1 + x[1] * x[1]; })});
  };
  begin(straight);
  for (int step = 0; step < 4; ++step) straight.flow.step(0.02);
  test::MemoryState memory;
  test::StateKeeper keeper(memory, straight.world);
  straight.flow.visit_state(keeper, true);
  begin(restarted);
  test::StateGiver giver(memory);
  restarted.flow.visit_state(giver, true);
  for (FlowRun* run : {&straight, &restarted})
    for (int step = 0; step < 3; ++step) run->flow.step(0.03);
  for (std::size_t q = 0; q < straight.space.size(); ++q) {
    ASSERT_EQ(straight.field("heat")[q], restarted.field("heat")[q]);
    for (int d = 0; d < 3; ++d)
      ASSERT_EQ(straight.field("velocity", d)[q], restarted.field("velocity", d)[q]);
  }
}

}  // namespace
}  // namespace lobatto::physics
