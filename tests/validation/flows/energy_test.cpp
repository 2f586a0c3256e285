// The power that forces and boundaries feed into the kinetic energy, against what the flow makes of
// it: growth and dissipation.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// Two elements between y = -1 and 1, periodic along z; along x as the case says.
std::string channel(const std::string& x, const std::string& rest) {
  return "[mesh]\norder = 6\nx = " + x + R"toml(
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.2
)toml" + rest;
}
constexpr double viscosity = 0.2;
const std::string endless = "{ range = [0, 2], elements = 2, periodic = true }";
const std::string with_ends = "{ range = [0, 2], elements = 2 }";

/// Steady flows: power in, dissipation out, viscosity * mean |grad u|^2. Their pressure gradient
/// has the exact solution's value from the first steps on.
void expect_steady_power(const std::string& text, double mean_square_of_gradient,
                         double tolerance = 1e-7) {
  const auto world = comm::Communicator::world();
  run::Simulation simulation(case_from_text(text), world);
  physics::FlowState state;
  while (!simulation.finished()) state = simulation.advance().state;
  EXPECT_NEAR(state.power, viscosity * mean_square_of_gradient, tolerance);
}

TEST(Power, OfAnInflowAndAnOutflowDrivesAChannel) {
  const std::string start =
      "[initial]\nvelocity = [\"1 - y^2\", \"0\", \"0\"]\n[time]\ndt = 0.05\nsteps = 400\n";
  const std::string inflow =
      "[boundary]\ny = \"wall\"\nx_min = { velocity = [\"1 - y^2\", \"0\", \"0\"] }\n";
  expect_steady_power(channel(with_ends, start + inflow + "x_max = \"outflow\"\n"), 4.0 / 3.0);
  expect_steady_power(
      channel(with_ends, start + inflow + "x_max = { velocity = [\"1 - y^2\", \"0\", \"0\"] }\n"),
      4.0 / 3.0);
}

TEST(Power, OfAPressureDrivesAChannel) {
  const std::string rest = R"toml([initial]
velocity = ["1 - y^2", "0", "0"]
[time]
dt = 0.05
steps = 400
[boundary]
y = "wall"
x_max = { pressure = 0.5 }
x_min = { damp_backflow = false, )toml";
  expect_steady_power(channel(with_ends, rest + "pressure = 1.3 }\n"), 4.0 / 3.0);
  expect_steady_power(channel(with_ends, rest + "traction = [\"1.3\", \"0\", \"0\"] }\n"),
                      4.0 / 3.0);
}

// u = x and -y: what the faces x = 0, y = -1 and 1 take and give, and x = 2 under its traction, is
// lost to the friction.
TEST(Power, OfATractionOnAFlowThatChangesAlongTheNormal) {
  const std::string rest = R"toml([initial]
velocity = ["x", "-y", "0"]
[time]
dt = 0.02
steps = 400
[boundary]
x_min = { velocity = ["x", "-y", "0"] }
y = { velocity = ["x", "-y", "0"] }
)toml";
  const std::string pressure = "(4 + y^2)/2";
  const std::vector<std::string> ends{
      "{ traction = [\"0.2 + " + pressure + "\", \"0\", \"0\"] }",
      "{ traction = [\"0.4 + " + pressure + "\", \"0\", \"0\"], traction_form = \"stress\" }",
      "{ tangential_velocity = [\"0\", \"-y\", \"0\"], pressure = \"-" + pressure + "\" }"};
  for (const auto& x_max : ends)
    expect_steady_power(channel(with_ends, rest + "x_max = " + x_max + "\n"), 2.0);
}

// The wall drags the fluid, a force along with it holds the rate: u = (1 + y) / 2 + 3 (1 - y^2)
// / 4.
TEST(Power, OfAMovingWallAndAForceThatHoldsTheRate) {
  expect_steady_power(channel(endless, R"toml([boundary]
y_min = "wall"
y_max = { velocity = ["1", "0", "0"] }
[forcing]
flow_rate = 1.0
flow_direction = "x"
[initial]
velocity = ["(1 + y)/2 + 0.75*(1 - y^2)", "0", "0"]
[time]
dt = 0.05
steps = 400
)toml"),
                      0.25 + 4 * 0.75 * 0.75 / 3.0);
}

/// At first order in time each step has E_1 - E_0 = dt (power - dissipation) - mean |u_1 - u_0|^2 /
/// 2 to round-off, as long as nothing is extrapolated that changes.
void expect_balance(const std::string& text) {
  const auto world = comm::Communicator::world();
  run::Simulation simulation(case_from_text(text), world);
  const auto& velocity = simulation.state()["velocity"];
  auto before = simulation.initial_state();
  double largest_growth = 0;
  while (!simulation.finished()) {
    const auto report = simulation.advance();
    const auto& now = report.state;
    auto change = simulation.space().make_field();
    double squared = 0;
    for (int d = 0; d < 3; ++d) {
      for (std::size_t q = 0; q < change.size(); ++q)
        change[q] = velocity.at(0, d)[q] - velocity.at(1, d)[q];
      squared += simulation.space().inner_product(change, change) / simulation.space().volume();
    }
    const double growth = now.kinetic_energy - before.kinetic_energy;
    const double balance = report.dt * (now.power - 2 * viscosity * now.enstrophy) - 0.5 * squared;
    EXPECT_NEAR(growth, balance, 1e-13) << "step " << report.step;
    largest_growth = std::max(largest_growth, std::abs(growth));
    before = now;
  }
  EXPECT_GT(largest_growth, 1e-4);
}

const std::string first_order = "[time]\norder = 1\ndt = 0.1\nsteps = 20\n";

// The nodes of the wall are taken along by decree.
TEST(Power, OfAnOscillatingWallBalancesEveryStep) {
  expect_balance(channel(endless, first_order + R"toml([boundary]
y_min = "wall"
y_max = { velocity = ["sin(3*t)", "0", "cos(5*t)"] }
)toml"));
}

// The plane y = 1 slides freely under a shear that changes.
TEST(Power, OfAShearBalancesEveryStep) {
  expect_balance(channel(endless, first_order + R"toml([boundary]
y_min = "wall"
y_max = { normal_velocity = 0, traction = ["sin(3*t)", "7", "cos(5*t)"] }
)toml"));
}

TEST(Power, OfABodyForceBalancesEveryStep) {
  expect_balance(channel(endless, first_order + R"toml([boundary]
y = "wall"
[forcing]
body = ["cos(2*t)*(1 + y)", "0", "y^2"]
)toml"));
}

TEST(Power, OfBuoyancyBalancesEveryStep) {
  expect_balance(channel(endless, first_order + R"toml([boundary]
y = "wall"
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "2 + y"
boundary = { y_min = { value = "1" }, y_max = { value = "3" } }
[[forcing.buoyancy]]
scalar = "temperature"
coefficient = 0.7
reference = 1.5
direction = [0.6, 0, 0.8]
)toml"));
}

TEST(Power, OfAHeldRateBalancesEveryStep) {
  expect_balance(channel(endless, first_order + R"toml([boundary]
y_min = "wall"
y_max = { velocity = ["1 + 0.3*sin(4*t)", "0", "0"] }
[forcing]
flow_rate = 0.7
flow_direction = "x"
)toml"));
}

}  // namespace
}  // namespace lobatto::validation
