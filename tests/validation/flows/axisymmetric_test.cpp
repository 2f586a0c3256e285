// Flows around the axis y = 0 with known solutions.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "case_runner.hpp"
#include "restarted_run.hpp"

namespace lobatto::validation {
namespace {

std::string pipe(const std::string& y, const std::string& rest) {
  return fmt::format(R"toml(
[mesh]
order = 9
axisymmetric = true
x = {{ range = [0, 1], elements = 1, periodic = true }}
y = {{ range = {}, elements = 2 }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 0.1
{})toml",
                     y, rest);
}

/// A vortex that an inflow along the radius keeps together (Burgers), on elements that are bent.
const std::string vortex = R"toml(
[mesh]
order = 5
axisymmetric = true
x = { range = [-1, 1], elements = 2 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 0.3], elements = 1, periodic = true }
map = ["x + 0.1*y*(1-y)*(1-x^2)", "y + 0.1*sin(pi*y)*cos(pi*x)", "z"]
[fluid]
viscosity = 0.1
[boundary]
x = { velocity = "exact" }
y_min = "symmetry"
y_max = { velocity = "exact" }
[exact]
velocity = ["x", "-y/2", "y > 0 ? (1 - exp(-y^2/0.4))/max(y, 1e-9) : 0"]
[initial]
velocity = "exact"
[time]
dt = 0.02
end = 1
)toml";

TEST(Axisymmetric, BurgersVortexConvergesWithTheOrder) {
  double before = 1e-2;
  for (const int order : {5, 7, 9}) {
    const auto simulation = run_on_all(vortex, {fmt::format("mesh.order={}", order)});
    double worst = 0;
    for (const char* field : {"u", "v", "w"})
      worst = std::max(worst, max_error(*simulation, field));
    EXPECT_LT(worst, before / 8) << order;
    before = worst;
  }
  EXPECT_LT(before, 3e-6);
}

TEST(Axisymmetric, PoiseuilleFlowAndItsHeatAreExact) {
  const auto simulation = run_on_all(pipe("[0, 1]", R"toml(
[boundary]
y_min = "symmetry"
y_max = "wall"
[forcing]
flow_rate = 0.5
[exact]
velocity = ["1 - y^2", "0", "0"]
[initial]
velocity = "exact"
[[scalar]]
name = "heat"
diffusivity = 0.1
source = "u"
exact = "2.5*(0.75 - y^2 + y^4/4)"
initial = "exact"
boundary = { y_min = "insulated", y_max = { value = 0 } }
[time]
dt = 0.02
steps = 50
)toml"));
  EXPECT_LT(max_error(*simulation, "u"), 1e-12);
  EXPECT_LT(max_error(*simulation, "heat"), 1e-11);
  EXPECT_NEAR(simulation->space().volume(), M_PI, 1e-12);
}

TEST(Axisymmetric, BesselModesDecay) {
  const double root = 2.404825557695773, around = 3.831705970207512;  // of J_0 and of J_1
  const auto the_case = case_from_text(pipe("[0, 1]", R"toml(
[boundary]
y_min = "symmetry"
y_max = "wall"
[initial]
velocity = ["1 - y^2", "0", "0"]
[time]
dt = 0.002
end = 4
)toml"));
  const auto rate = [&](const std::string& velocity) {
    const auto simulation = simulation_of(
        case_from_text(the_case.source_text, {"initial.velocity=" + velocity}), all_ranks());
    double before = 0, last = 0;
    for (int step = 1; step <= 2000; ++step) {
      last = simulation->advance().state.kinetic_energy;
      if (step == 1500) before = last;
    }
    return std::log(before / last) / 2 / 0.1;  // in a unit of time
  };
  EXPECT_NEAR(rate("['1 - y^2', '0', '0']"), root * root, 1e-6);
  EXPECT_NEAR(rate("['0', '0', 'y*(1 - y^2)']"), around * around, 1e-5);
}

TEST(Axisymmetric, CouetteFlowBetweenCylindersIsExact) {
  const auto simulation = run_on_all(pipe("[1, 2]", R"toml(
[boundary]
y_min = { velocity = ["0", "0", "y"] }
y_max = "wall"
[exact]
velocity = ["0", "0", "(4/y - y)/3"]
[initial]
velocity = "exact"
[time]
dt = 0.05
steps = 100
)toml"));
  EXPECT_LT(max_error(*simulation, "w"), 1e-9);
}

TEST(Axisymmetric, GoesOnBitForBit) {
  EXPECT_EQ(restart_difference(case_from_text(vortex, {"time.steps=8"}), 4, "velocity"), 0);
}

}  // namespace
}  // namespace lobatto::validation
