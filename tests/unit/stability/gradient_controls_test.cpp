// The derivatives of an objective of a run by what its steps are given: viscosity, diffusivity and
// values on the boundary, against differences of runs.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "stability/flow_gradient.hpp"
#include "support/added_terms.hpp"
#include "support/flow_run.hpp"

namespace lobatto::stability {
namespace {

using physics::FlowSettings;
using physics::ScalarCondition;
using physics::VelocityCondition;
using std::numbers::pi;
using test::FlowRun;
using test::function_of_place;
using test::Point;

constexpr int n_control_steps = 5;
constexpr double control_dt = 0.02;
const test::Block open_block{{0, 0, 0}, {1, 1, 1}, {2, 2, 1}, {false, false, true}};

space::SpaceTimeFunction oblique_sine(double mean, double amplitude, int d) {
  return function_of_place([=](const Point& x) {
    return mean + amplitude * std::sin(2 * pi * (x[0] + x[1] + x[2]) + d);
  });
}
physics::VectorFunction moved(std::array<double, 3> mean, double amplitude) {
  return {oblique_sine(mean[0], amplitude, 0), oblique_sine(mean[1], amplitude, 1),
          oblique_sine(mean[2], amplitude, 2)};
}

/// What a run is given, moved along directions.
struct Given {
  double viscosity = 0, diffusivity = 0, inflow = 0, lid = 0, heat = 0, temperature = 0;
};

/// An inflow and a wall that blows meet in an edge; heat comes in through one side.
FlowSettings open_channel(int time_order, const Given& by) {
  auto faces = test::faces_of(VelocityCondition::periodic);
  faces[0] = {VelocityCondition::velocity, moved({1, 0, 0}, by.inflow), false};
  faces[1] = {VelocityCondition::outflow, {}, false};
  faces[1].damps_backflow = false;
  faces[2] = {VelocityCondition::wall, {}, false};
  faces[3] = {VelocityCondition::velocity, moved({0.5, 0.1, 0}, by.lid), false};
  auto settings = test::settings_of(faces, 0.05 + by.viscosity, time_order);
  settings.scalars = {test::insulated("T", 0.03 + by.diffusivity)};
  settings.scalars[0].faces[2] = {ScalarCondition::flux, oblique_sine(0.2, by.heat, 0), false};
  settings.scalars[0].faces[3] = {ScalarCondition::value, oblique_sine(1, by.temperature, 1),
                                  false};
  settings.additions = {test::buoyancy({0, 3.0, 0, {0, 1, 0}})};
  return settings;
}

/// Held to a flow rate, between walls one of which moves.
FlowSettings held_channel(int time_order, const Given& by) {
  auto faces = test::channel_faces();
  faces[3] = {VelocityCondition::velocity, moved({0.5, 0, 0}, by.lid), false};
  auto settings = test::settings_of(faces, 0.05 + by.viscosity, time_order);
  settings.flow_rate = physics::FlowRate{0, 0.4};
  settings.scalars = {test::insulated("T", 0.03 + by.diffusivity)};
  return settings;
}

struct GivenSetup {
  test::Block block;
  std::function<FlowSettings(const Given&)> settings;
};

/// int w + u v + T u of all levels.
double add_products(const FlowRun& run, Parts* slope) {
  const auto& u = run.field("velocity", 0);
  const auto& v = run.field("velocity", 1);
  const auto& w = run.field("velocity", 2);
  const auto& temperature = run.field("T");
  auto value = run.space.make_field();
  for (std::size_t q = 0; q < u.size(); ++q) {
    value[q] = w[q] + u[q] * v[q] + temperature[q] * u[q];
    if (slope == nullptr) continue;
    (*slope)[0][q] += v[q] + temperature[q];
    (*slope)[1][q] += u[q];
    (*slope)[2][q] += 1;
    (*slope)[3][q] += u[q];
  }
  return run.space.integrate(value);
}

void begin_oblique(FlowRun& run) {
  const auto component = [](int part) {
    return function_of_place([=](const Point& x) {
      return (part == 0 ? 1 : 0.2) * x[1] * (2 - x[1]) * std::cos(2 * pi * (x[0] + x[2]) + part);
    });
  };
  run.flow.set_state(0, {component(0), component(1), component(2)}, {{component(3)}});
}

double objective_of(const GivenSetup& setup, const Given& by) {
  FlowRun run(setup.block, 4, setup.settings(by));
  begin_oblique(run);
  double value = add_products(run, nullptr);
  for (int n = 0; n < n_control_steps; ++n) {
    run.flow.step(control_dt);
    value += add_products(run, nullptr);
  }
  return value;
}

/// A control, and the slope along it that a gradient says.
struct Control {
  std::string name;
  double Given::*along;
  std::function<double(const FlowGradient::Result&, const space::FunctionSpace&)> slope;
};

/// sum of int density . direction over the sides of a part, of components from `first` on.
double on_part(const FlowGradient::Result& found, const space::FunctionSpace& space, int part,
               std::vector<space::SpaceTimeFunction> along, int first) {
  const space::Boundary boundary(space, part);
  double sum = 0;
  for (const auto& one : found.of_boundary) {
    const int d = one.component - first;
    if (one.boundary != boundary.name() || d < 0 || d >= static_cast<int>(along.size())) continue;
    std::vector<double> values, density(boundary.n_values());
    boundary.evaluate(along[d], 0, values);
    boundary.restrict_field(one.density, density);
    for (std::size_t i = 0; i < density.size(); ++i)
      sum += boundary.weights()[i] * density[i] * values[i];
  }
  return space.communicator().sum(sum);
}

const Control by_viscosity{"viscosity", &Given::viscosity, [](const auto& found, const auto&) {
                             return found.of_coefficients.at(0);
                           }};
const Control by_diffusivity{
    "diffusivity", &Given::diffusivity,
    [](const auto& found, const auto&) { return found.of_coefficients.at(1); }};
const Control by_inflow{
    "inflow", &Given::inflow, [](const auto& found, const auto& space) {
      return on_part(found, space, 0,
                     {oblique_sine(0, 1, 0), oblique_sine(0, 1, 1), oblique_sine(0, 1, 2)}, 0);
    }};
const Control by_lid{
    "lid", &Given::lid, [](const auto& found, const auto& space) {
      return on_part(found, space, 3,
                     {oblique_sine(0, 1, 0), oblique_sine(0, 1, 1), oblique_sine(0, 1, 2)}, 0);
    }};
const Control by_heat{"heat", &Given::heat, [](const auto& found, const auto& space) {
                        return on_part(found, space, 2, {oblique_sine(0, 1, 0)}, 3);
                      }};
const Control by_temperature{"temperature", &Given::temperature,
                             [](const auto& found, const auto& space) {
                               return on_part(found, space, 3, {oblique_sine(0, 1, 1)}, 3);
                             }};

FlowGradient::Result gradient_of_products(FlowRun& run, const FlowSettings& settings) {
  FlowGradient gradient(run.state, run.flow, settings);
  return gradient.find({n_control_steps, control_dt, 3},
                       [&](long long, Parts& slope) { return add_products(run, &slope); });
}

/// Differences, extrapolated to a step of zero, agree in seven digits.
void expect_derivatives(const GivenSetup& setup, const std::vector<Control>& controls) {
  const auto settings = setup.settings({});
  FlowRun run(setup.block, 4, settings);
  begin_oblique(run);
  const auto found = gradient_of_products(run, settings);
  EXPECT_NEAR(found.value, objective_of(setup, {}), 1e-12);
  for (const auto& control : controls) {
    const auto at = [&](double h) {
      Given by;
      by.*control.along = h;
      return objective_of(setup, by);
    };
    const auto centred = [&](double h) { return (at(h) - at(-h)) / (2 * h); };
    const double h = 2e-3;
    const double difference = (4 * centred(h / 2) - centred(h)) / 3;
    const double slope = control.slope(found, run.space);
    EXPECT_GT(std::abs(slope), 1e-5) << control.name;
    EXPECT_NEAR(slope, difference, 1e-7 * std::abs(difference))
        << control.name << " order " << settings.time_order;
  }
}

TEST(GradientControls, AreDerivativesOfAnOpenFlow) {
  for (int order = 1; order <= 3; ++order)
    expect_derivatives({open_block, [=](const Given& by) { return open_channel(order, by); }},
                       {by_viscosity, by_diffusivity, by_inflow, by_lid, by_heat, by_temperature});
}

TEST(GradientControls, AreDerivativesWhereTheFlowRateIsHeld) {
  expect_derivatives({test::channel_block, [](const Given& by) { return held_channel(3, by); }},
                     {by_viscosity, by_lid});
}

// The error of the linear prediction is quadratic.
TEST(GradientControls, HaveRemaindersOfSecondOrder) {
  const GivenSetup setup{open_block, [](const Given& by) { return open_channel(3, by); }};
  FlowRun run(setup.block, 4, setup.settings({}));
  begin_oblique(run);
  const auto found = gradient_of_products(run, setup.settings({}));
  for (const auto& control : {by_viscosity, by_lid}) {
    const double slope = control.slope(found, run.space);
    const auto remainder = [&](double h) {
      Given by;
      by.*control.along = h;
      return std::abs(objective_of(setup, by) - found.value - h * slope) / (h * h);
    };
    const double smallest = remainder(1e-2);
    for (const double h : {1e-2, 1e-3, 1e-4, 1e-5})
      EXPECT_NEAR(remainder(h), smallest, 0.2 * smallest) << control.name << " " << h;
  }
}

}  // namespace
}  // namespace lobatto::stability
