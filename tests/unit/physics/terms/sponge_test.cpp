#include "physics/terms/sponge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "physics/equations/assembly.hpp"
#include "support/flow_run.hpp"
#include "support/memory_state.hpp"

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

constexpr double sponge_rate = 1.3;
using Functions = std::vector<space::SpaceTimeFunction>;

/// What a field is drawn to, one function a component.
struct Target {
  Functions components;
  bool depends_on_time;
};

/// A uniform flow and a scalar that sponges draw to targets; of the flow there may be none.
FlowSettings drawn(int order, const space::SpaceTimeFunction& strength,
                   const std::optional<Target>& of_flow) {
  auto settings = settings_of(faces_of(VelocityCondition::periodic), 0.1, order);
  settings.scalars = {insulated("heat", 0.1)};
  for (auto& face : settings.scalars[0].faces) face.kind = ScalarCondition::periodic;
  settings.additions.push_back([strength, of_flow](Assembly& assembly) {
    const auto draw = [&](CarriedField& field, const Target& target) {
      field.add(std::make_unique<SpongeTerm>(strength, target.components, target.depends_on_time,
                                             assembly.state, field.field()));
    };
    if (of_flow) draw(*assembly.velocity, *of_flow);
    draw(*assembly.scalars[0], {{in_time([](double t) { return std::cos(t); })}, true});
  });
  return settings;
}

/// To (0.5, 0, -2) and to cos(t), everywhere.
FlowSettings drawn(int order) {
  return drawn(order, constant(sponge_rate),
               Target{{constant(0.5), constant(0), constant(-2)}, false});
}

const auto speed = in_time([](double t) { return 0.5 + 1.5 * std::exp(-sponge_rate * t); });
/// T' = sponge_rate (cos t - T), T(0) = 1.
const auto heat = in_time([](double t) {
  const double a = sponge_rate * sponge_rate / (1 + sponge_rate * sponge_rate),
               b = sponge_rate / (1 + sponge_rate * sponge_rate);
  return a * std::cos(t) + b * std::sin(t) + (1 - a) * std::exp(-sponge_rate * t);
});

struct Errors {
  double velocity, heat;
};
Errors errors_at_one(int order, int n_steps) {
  FlowRun run(test::torus_222, 3, drawn(order));
  const VectorFunction u{speed, constant(0), constant(-2)};
  const double dt = 1.0 / n_steps;
  for (int before = order - 1; before > 0; --before) {
    run.flow.set_state(-before * dt, u, Functions{heat});
    run.flow.push_history(dt);
  }
  run.flow.set_state(0, u, Functions{heat});
  for (int step = 0; step < n_steps; ++step) run.flow.step(dt);
  return {run.error(run.field("velocity"), speed, 1), run.error(run.field("heat"), heat, 1)};
}

TEST(Sponge, DrawsUniformFieldsExponentiallyAtTheOrderOfTheScheme) {
  for (const int order : {1, 2, 3}) {
    const auto coarse = errors_at_one(order, 20), fine = errors_at_one(order, 40);
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), order, 0.25);
    EXPECT_NEAR(std::log2(coarse.heat / fine.heat), order, 0.25);
    if (order == 3) {
      EXPECT_LT(fine.velocity, 3e-5);
      EXPECT_LT(fine.heat, 3e-5);
    }
  }
}

TEST(Sponge, IsNowhereElse) {
  const auto strength = [](const Point& x) { return x[0] > 0.5 ? sponge_rate : 0.0; };
  FlowRun run(test::torus_222, 3, drawn(1, function_of_place(strength), std::nullopt));
  const double dt = 0.01;
  run.flow.set_state(0, {}, Functions{constant(0)});
  const auto report = run.flow.step(dt);
  // Conduction carries some over, over a length of sqrt(0.1 dt).
  for (std::size_t q = 0; q < run.space.element_size() && run.world.size() == 1; ++q)
    EXPECT_LT(run.field("heat")[q], sponge_rate * dt);
  const double source = test::integral(run.space, strength);
  EXPECT_NEAR(report.scalars.at(0).source, source, 1e-12);
  EXPECT_NEAR(report.scalars.at(0).change, source, 1e-10);
}

/// The target is at rest, and nothing else acts on a uniform flow: dE/dt = power.
TEST(Sponge, StatesItsPower) {
  const Target rest{{constant(0), constant(0), constant(0)}, false};
  FlowRun run(test::torus_222, 3, drawn(1, constant(sponge_rate), rest));
  run.flow.set_state(0, {constant(1), constant(0), constant(2)}, Functions{constant(0)});
  const auto before = run.flow.look();
  EXPECT_NEAR(before.power, -sponge_rate * 5, 1e-12);
  const double dt = 1e-5;
  const auto after = run.flow.step(dt).state;
  EXPECT_NEAR((after.kinetic_energy - before.kinetic_energy) / dt, -sponge_rate * 5, 1e-3);
}

TEST(Sponge, GoesOnBitForBit) {
  const auto begin = [](FlowRun& run) {
    run.flow.set_state(0, {constant(1), constant(0.3), constant(0)},
                       Functions{function_of_place([](const Point& x) { return x[1]; })});
  };
  FlowRun straight(test::torus_222, 4, drawn(3)), restarted(test::torus_222, 4, drawn(3));
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
    ASSERT_EQ(straight.field("velocity")[q], restarted.field("velocity")[q]);
  }
}

}  // namespace
}  // namespace lobatto::physics
