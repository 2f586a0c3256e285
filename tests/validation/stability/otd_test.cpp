// Lyapunov exponents of flows for which they are known.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "perturbations.hpp"

namespace lobatto::validation {
namespace {

/// Runs of perturbations of a case end with these exponents.
std::vector<double> exponents_of(const std::string& text) {
  const auto simulation = perturbation_of(text);
  while (!simulation->finished()) simulation->advance();
  EXPECT_TRUE(simulation->otd_search()->is_converged());
  return simulation->otd_search()->intervals().back().exponents;
}

/// A layer of fluid that is heated from below, short of the onset of convection.
std::string heated_layer(const std::string& keys) {
  return fmt::format(R"toml([mesh]
order = 6
plane = true
x = {{ range = [0, 0.5], elements = 1, periodic = true }}
y = {{ range = [0, 1], elements = 2 }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 1
[boundary]
y = "wall"
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "1 - y"
boundary.y_min = {{ value = 1 }}
boundary.y_max = {{ value = 0 }}
[forcing]
buoyancy = [{{ scalar = "temperature", coefficient = 1500, direction = [0, 1, 0] }}]
[time]
dt = 0.002
steps = 20
[stability]
{}
wave_number = 3.1
)toml",
                     keys);
}

// About a steady flow they are the growth of its modes, which are here rolls along x.
TEST(Otd, ComesToTheGrowthOfModesAboutASteadyFlow) {
  const auto modes = modes_of(heated_layer("kind = \"modes\"\nmodes = 2\ntolerance = 1e-10"));
  const auto exponents = exponents_of(heated_layer("kind = \"otd\"\nmodes = 2\nintervals = 100"));
  for (std::size_t j = 0; j < 2; ++j) {
    EXPECT_NEAR(modes.at(j).frequency, 0, 1e-9);
    EXPECT_NEAR(exponents.at(j), modes[j].growth, 1e-6 * std::abs(modes[1].growth));
  }
}

/// U = 0.4 + 1.5 cos 2 t all over a box of length 2 pi carries waves along x of a scalar.
std::string swaying_waves(const std::string& keys) {
  return fmt::format(R"toml([mesh]
order = 5
plane = true
x = {{ range = [0, "2*pi"], elements = 4, periodic = true }}
y = {{ range = [0, 1], elements = 1, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 3
[forcing]
body = ["-3*sin(2*t)", "0", "0"]
[initial]
velocity = ["1.9", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.3
initial = "0"
[time]
dt = 0.025
steps = 20
[stability]
kind = "otd"
wave_number = 1
{}
)toml",
                     keys);
}

// However the flow sways, waves of the scalar decay with -kappa (beta^2 + k^2): first that with k =
// 0, then the two with k = 1, slower than those of the velocity.
TEST(Otd, KnowsTheDecayOfWavesThatAFlowCarriesToAndFro) {
  const auto exponents = exponents_of(swaying_waves("modes = 3\nintervals = 80"));
  EXPECT_NEAR(exponents.at(0), -0.3, 1e-5);
  EXPECT_NEAR(exponents.at(1), -0.6, 1e-3);
  EXPECT_NEAR(exponents.at(2), -0.6, 1e-3);
}

/// The flow sin y with waves that grow on it, by epsilon off its course along a mode.
std::string rolling_up(const std::string& stability, double epsilon) {
  return fmt::format(R"toml([mesh]
order = 7
plane = true
x = {{ range = [0, "4*pi"], elements = 4, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 2, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 0.1
[initial]
velocity = ["sin(y)", "0.3*cos(x/2) + {0}*sin(x)", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.1
initial = "cos(y) + {0}*cos(x)*sin(y)"
[time]
dt = 0.02
steps = 50
{1}
)toml",
                     epsilon, stability);
}

/// Velocity and dye, one component after the other.
std::vector<double> vector_of(const run::Simulation& simulation) {
  std::vector<double> vector;
  for (int c = 0; c < 3; ++c) {
    const auto& u = simulation.state()["velocity"].now(c);
    vector.insert(vector.end(), u.begin(), u.end());
  }
  const auto& dye = simulation.state()["dye"].now();
  vector.insert(vector.end(), dye.begin(), dye.end());
  return vector;
}

std::vector<double> fields_after(double epsilon) {
  run::Simulation flow(case_from_text(rolling_up("", epsilon)), all_ranks());
  while (!flow.finished()) flow.advance();
  return vector_of(flow);
}

// What the linear steps make of a perturbation is the difference of two flows.
TEST(Otd, TakesThePerturbationsAlongTheCourseOfAFlow) {
  const auto simulation =
      perturbation_of(rolling_up("[stability]\nkind = \"otd\"\nmodes = 1\nintervals = 3", 0));
  const auto& space = simulation->space();
  const auto field_of = [&](const auto& value) {
    space::Field field(space.size());
    const auto at = [&](const space::Points& points, double, std::span<double> out) {
      for (std::size_t q = 0; q < out.size(); ++q) out[q] = value(points.x[q], points.y[q]);
    };
    space.evaluate(at, 0, field);
    return field;
  };
  const auto zero = field_of([](double, double) { return 0.0; });
  const auto v = field_of([](double x, double) { return std::sin(x); });
  const auto dye = field_of([](double x, double y) { return std::cos(x) * std::sin(y); });
  simulation->equations().set_fields(0, 0, {{zero, v, zero}, {}, {dye}});
  for (int n = 0; n < 49; ++n) simulation->advance();
  simulation->equations().step(0.02);
  const auto now = vector_of(*simulation);
  constexpr double epsilon = 1e-4;
  const auto above = fields_after(epsilon), below = fields_after(-epsilon);
  double difference = 0, size = 0;
  for (std::size_t q = 0; q < now.size(); ++q) {
    const double derivative = (above[q] - below[q]) / (2 * epsilon);
    difference = std::max(difference, std::abs(now[q] - derivative));
    size = std::max(size, std::abs(now[q]));
  }
  EXPECT_LT(all_ranks().max(difference), 1e-6 * all_ranks().max(size));
}

// From the middle of the second mode's way through the second interval.
TEST(Otd, GoesOnBitForBit) {
  const std::string text = rolling_up("[stability]\nkind = \"otd\"\nmodes = 2\nintervals = 4", 0);
  const auto whole = perturbation_of(text);
  run::Simulation rest(case_from_text(text), all_ranks());
  for (int n = 0; n < 170; ++n) whole->advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  whole->visit_state(keeper, true);
  test::StateGiver giver(memory);
  rest.visit_state(giver, true);
  EXPECT_EQ(rest.otd_search()->n_propagations(), 3);
  for (auto* simulation : {whole.get(), &rest})
    while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(whole->otd_search()->modes(), rest.otd_search()->modes());
  EXPECT_EQ(whole->otd_search()->intervals().back().exponents,
            rest.otd_search()->intervals().back().exponents);
  EXPECT_NEAR(rest.otd_search()->intervals().back().time, 4, 1e-12);
}

}  // namespace
}  // namespace lobatto::validation
