// What a flow saves, and how it goes on from it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "support/memory_state.hpp"

namespace lobatto::physics {
namespace {

using test::channel_block;
using test::channel_faces;
using test::FlowRun;
using test::function_of_place;
using test::insulated;
using test::Point;
using test::settings_of;

/// Iterative solvers that remember, a rate that is held, buoyancy and a scalar that is mixed.
FlowSettings everything() {
  auto settings = settings_of(channel_faces(), 0.05);
  settings.flow_rate = FlowRate{0, 1.0};
  settings.scalars = {insulated("heat", 0.1)};
  settings.additions = {test::buoyancy({0, 2.0, 0.5, {0, 1, 0}})};
  settings.pressure_method = SolverMethod::schwarz_multigrid;
  settings.velocity_method = SolverMethod::jacobi_cg;
  settings.iterative_velocity.projection_vectors = 3;
  return settings;
}

void begin(FlowRun& run) {
  constexpr double turn = 2 * std::numbers::pi;
  const VectorFunction velocity{function_of_place([](const Point& x) {
                                  return 4 * x[1] * (1 - x[1]) * (1 + std::sin(turn * x[2]));
                                }),
                                {},
                                {}};
  const std::vector<space::SpaceTimeFunction> scalars{
      function_of_place([](const Point& x) { return std::cos(turn * x[0]) + x[1]; })};
  run.flow.set_state(0, velocity, scalars);
}

void take_steps(FlowRun& run, int n) {
  for (int step = 0; step < n; ++step) run.flow.step(0.02 + 0.005 * (step % 2));
}

test::MemoryState saved(FlowRun& run, bool solver_memory) {
  test::MemoryState memory;
  test::StateKeeper keeper(memory, run.world);
  run.flow.visit_state(keeper, solver_memory);
  return memory;
}

void load(FlowRun& run, const test::MemoryState& memory, bool solver_memory) {
  begin(run);
  test::StateGiver giver(memory);
  run.flow.visit_state(giver, solver_memory);
}

/// The largest difference of all fields, on all ranks.
double difference(const FlowRun& a, const FlowRun& b) {
  double largest = 0;
  for (const auto& field : a.state.variables()) {
    for (int c = 0; c < field->n_components(); ++c) {
      auto difference = field->now(c);
      const auto& other = b.state[field->name()].now(c);
      for (std::size_t q = 0; q < difference.size(); ++q) difference[q] -= other[q];
      largest = std::max(largest, a.space.max_abs(difference));
    }
  }
  return largest;
}

void expect_to_go_on_bit_for_bit(const FlowSettings& settings) {
  FlowRun straight(channel_block, 3, settings), restarted(channel_block, 3, settings);
  begin(straight);
  take_steps(straight, 4);
  const auto memory = saved(straight, true);
  load(restarted, memory, true);
  EXPECT_EQ(restarted.state.time(), straight.state.time());
  EXPECT_EQ(restarted.state.n_steps(), 4);
  take_steps(straight, 2);
  take_steps(restarted, 2);
  EXPECT_EQ(difference(straight, restarted), 0);
}

TEST(EquationSystemState, GoesOnBitForBitWithTheMemoryOfItsSolvers) {
  expect_to_go_on_bit_for_bit(everything());
}

TEST(EquationSystemState, GoesOnBitForBitWithAFilter) {
  for (const auto& filter : {test::relaxation(2, 4.0), test::step_filter(2, 0.2)}) {
    auto settings = everything();
    settings.additions.push_back(filter);
    expect_to_go_on_bit_for_bit(settings);
  }
}

TEST(EquationSystemState, GoesOnToTheTolerancesWithoutIt) {
  auto settings = everything();
  settings.iterative_pressure.tolerance = settings.iterative_velocity.tolerance = 1e-11;
  FlowRun straight(channel_block, 3, settings), restarted(channel_block, 3, settings);
  begin(straight);
  take_steps(straight, 4);
  load(restarted, saved(straight, false), false);
  take_steps(straight, 2);
  take_steps(restarted, 2);
  EXPECT_LT(difference(straight, restarted), 1e-7);
  EXPECT_GT(difference(straight, restarted), 0);
}

// A scalar that the file does not know keeps what it was given, and the flow begins without a past.
TEST(EquationSystemState, AScalarMayBeNew) {
  auto settings = everything();
  settings.pressure_method = SolverMethod::tensor_direct;
  settings.velocity_method = SolverMethod::tensor_direct;
  FlowRun old(channel_block, 3, settings);
  settings.scalars.push_back(insulated("dye", 1));
  FlowRun with_dye(channel_block, 3, settings);
  begin(old);
  take_steps(old, 3);
  with_dye.state["dye"].now().fill(3);
  load(with_dye, saved(old, false), false);
  EXPECT_EQ(with_dye.error(with_dye.field("dye"), test::constant(3)), 0);
  for (int d = 0; d < 3; ++d)
    for (std::size_t q = 0; q < old.space.size(); ++q)
      EXPECT_EQ(with_dye.field("velocity", d)[q], old.field("velocity", d)[q]);
  const auto report = with_dye.flow.step(0.02);
  EXPECT_EQ(report.order, 2);
  EXPECT_EQ(report.step, 4);
}

}  // namespace
}  // namespace lobatto::physics
