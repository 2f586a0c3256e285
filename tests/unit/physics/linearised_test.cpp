// The step of a small perturbation is the derivative of that of the whole flow.
#include "physics/linearised.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "support/added_terms.hpp"
#include "support/flow_run.hpp"
#include "support/message_of.hpp"

namespace lobatto::physics {
namespace {

using std::numbers::pi;
using test::FlowRun;
using test::function_of_place;
using test::Point;
const auto zero_everywhere = test::constant(0);

/// Velocity and temperature of a place.
using FourFields = std::function<std::array<double, 4>(const Point& x)>;

void begin(FlowRun& run, const FourFields& fields) {
  const auto component = [&](int d) {
    return function_of_place([=](const Point& x) { return fields(x)[d]; });
  };
  run.flow.set_state(0, {component(0), component(1), component(2)}, {{component(3)}});
}

std::vector<double> after_steps(FlowRun& run, int n_steps, double dt) {
  for (int n = 0; n < n_steps; ++n) run.flow.step(dt);
  std::vector<double> values;
  const auto append = [&](const space::Field& field) {
    values.insert(values.end(), field.begin(), field.end());
  };
  for (int d = 0; d < 3; ++d) append(run.field("velocity", d));
  append(run.field("T"));
  return values;
}

struct Comparison {
  test::Block block;
  FlowSettings settings;
  FourFields base, perturbation;
  int n_steps;
  bool is_steady = true;  ///< the flow

  [[nodiscard]] std::vector<double> of_flow(double epsilon) const {
    FlowRun run(block, 5, settings);
    begin(run, [&](const Point& x) {
      auto sum = base(x);
      for (int i = 0; i < 4; ++i) sum[i] += epsilon * perturbation(x)[i];
      return sum;
    });
    return after_steps(run, n_steps, 0.02);
  }
  /// Of levels of the flow, or of that which it begins with.
  [[nodiscard]] std::vector<double> of_perturbation() const {
    const auto orbit = is_steady ? nullptr : std::make_shared<BaseOrbit>();
    FlowRun run(block, 5, linearised(settings, 0, orbit)), whole(block, 5, settings),
        half(block, 5, settings);
    begin(whole, base);
    set_base_flow(whole.state, run.state);
    if (orbit) {
      orbit->start(0, 0.02);
      orbit->add(run.state);
      begin(half, base);
      half.flow.take_to(BaseLevel::middle, 0.02);
      set_base_flow(half.state, run.state);
      orbit->add(run.state);
    }
    for (int n = 1; orbit && n < n_steps; ++n) {
      whole.flow.step(0.02);
      set_base_flow(whole.state, run.state);
      orbit->add(run.state);
    }
    begin(run, perturbation);
    return after_steps(run, n_steps, 0.02);
  }
  /// |(F(U + e u) - F(U)) / e - L u| / |L u|, largest differences.
  [[nodiscard]] double error(double epsilon) const {
    const auto at = of_flow(epsilon), of_base = of_flow(0), linear = of_perturbation();
    double difference = 0, largest = 0;
    for (std::size_t q = 0; q < at.size(); ++q) {
      difference = std::max(difference, std::abs((at[q] - of_base[q]) / epsilon - linear[q]));
      largest = std::max(largest, std::abs(linear[q]));
    }
    const auto world = comm::Communicator::world();
    return world.max(difference) / world.max(largest);
  }
  /// The step is quadratic, so that the error is its quadratic part times e, down to round-off.
  void expect_slope_1() const {
    const double first = error(1e-1);
    EXPECT_GT(first, 1e-5);
    EXPECT_NEAR(error(1e-3) / first, 1e-2, 5e-5);
    EXPECT_LT(error(1e-6), 1e-7);
  }
};

std::array<double, 4> waves(const Point& x) {
  const double s = std::sin(2 * pi * x[0]), c = std::cos(2 * pi * x[2]), wall = x[1] * (1 - x[1]);
  return {wall * s * c, wall * x[1] * c, wall * (s + x[0]), wall * std::cos(2 * pi * x[0])};
}

/// A channel with a temperature that lifts the fluid; both walls move, and are kept at
/// temperatures.
FlowSettings heated_channel(int time_order) {
  auto faces = test::channel_faces();
  faces[3] = {VelocityCondition::velocity,
              VectorFunction{zero_everywhere, zero_everywhere, test::constant(1)}, false};
  auto settings = test::settings_of(faces, 0.05, time_order);
  settings.scalars = {test::insulated("T", 0.03)};
  settings.scalars[0].faces[2] = {ScalarCondition::value, zero_everywhere, false};
  settings.scalars[0].faces[3] = {ScalarCondition::value, test::constant(1), false};
  settings.additions = {test::buoyancy({0, 3.0, 0, {0, 1, 0}})};
  return settings;
}

// About any flow the first step is that of the derivative: the base flow is there at one level.
TEST(Linearised, IsTheDerivativeOfAStepBetweenInflowAndOutflow) {
  for (const int quadrature_nodes : {0, -1}) {
    auto settings = heated_channel(1);
    settings.quadrature_nodes = quadrature_nodes;
    settings.body_force = {{test::constant(0.3), zero_everywhere, zero_everywhere}};
    settings.faces[0] = {VelocityCondition::velocity,
                         {function_of_place([](const Point& x) { return x[1] * (1 - x[1]); }),
                          test::constant(0.1), zero_everywhere},
                         false};
    settings.faces[1] = {VelocityCondition::outflow,
                         {},
                         false,
                         {},
                         GivenVector{{test::constant(2), zero_everywhere, zero_everywhere}}};
    settings.faces[1].damps_backflow = false;
    settings.scalars[0].faces[0] = {ScalarCondition::flux, test::constant(0.7), false};
    const auto base = [](const Point& x) -> std::array<double, 4> {
      return {1 + x[0] * x[1], std::sin(3 * x[0]) + std::cos(2 * pi * x[2]),
              std::cos(2 * pi * x[2]) * x[1], x[0] * x[0] + x[1]};
    };
    const test::Block block{{0, 0, 0}, {1, 1, 1}, {2, 2, 1}, {false, false, true}};
    Comparison{block, settings, base, waves, 1}.expect_slope_1();
  }
}

// About a steady flow all levels and the start of third order are linear, too.
TEST(Linearised, IsTheDerivativeOfManyStepsAboutASteadyFlow) {
  auto settings = heated_channel(3);
  settings.body_force = {{test::constant(2 * 0.05), zero_everywhere, zero_everywhere}};
  const auto base = [](const Point& x) -> std::array<double, 4> {
    return {x[1] * (1 - x[1]), 0, x[1], x[1]};
  };
  Comparison{test::channel_block, settings, base, waves, 5}.expect_slope_1();
}

// About a flow that changes the start of third order has the level in its middle.
TEST(Linearised, IsTheDerivativeOfManyStepsAboutTheLevelsOfAFlow) {
  const auto base = [](const Point& x) -> std::array<double, 4> {
    return {x[1] * (1 - x[1]), std::sin(2 * pi * x[0]) * x[1] * (1 - x[1]), x[1],
            x[1] * std::cos(2 * pi * x[2])};
  };
  for (const int order : {1, 2, 3})
    Comparison{test::channel_block, heated_channel(order), base, waves, 5, false}.expect_slope_1();
}

TEST(Linearised, HoldsAFlowRateOfZero) {
  auto settings = test::settings_of(test::channel_faces(), 0.05);
  settings.flow_rate = FlowRate{0, 1.5};
  FlowRun run(test::channel_block, 4, linearised(settings));
  run.flow.set_state(0, {function_of_place([](const Point& x) { return waves(x)[1]; }), {}, {}},
                     {});
  run.flow.step(0.01);
  EXPECT_NEAR(run.space.mean(run.field("velocity")), 0, 1e-14);
}

TEST(Linearised, RefusesWhatIsNotLinear) {
  auto settings = test::settings_of(test::channel_faces(), 0.05);
  settings.faces[2].of_solution[0] = [](auto&&...) {};
  EXPECT_NE(message_of<base::Error>([&] {
              linearised(settings);
            }).find("a condition of the velocity that uses the solution"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::physics
