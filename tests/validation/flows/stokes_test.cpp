// Flows and scalars that are not carried.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "case_runner.hpp"
#include "poly/lagrange.hpp"

namespace lobatto::validation {
namespace {

/// Two shear waves through each other decay as if each were alone, and so do a scalar's.
const std::string shear_waves = R"toml(
[parameters]
nu = 0.1
[mesh]
order = 9
x = { range = [0, "2*pi"], elements = 3, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, "2*pi"], elements = 1, periodic = true }
[fluid]
viscosity = "nu"
advection = false
[exact]
velocity = ["cos(y)*exp(-nu*t)", "sin(2*x)*exp(-4*nu*t)", "0"]
[initial]
velocity = "exact"
[[scalar]]
name = "still"
diffusivity = 0.2
advection = false
exact = "cos(x)*sin(y)*exp(-0.4*t)"
initial = "exact"
[[scalar]]
name = "carried"
diffusivity = 0.2
initial = "cos(x)*sin(y)"
[time]
dt = 0.1
end = 1.0
)toml";

TEST(Stokes, WavesDecayAsIfAlone) {
  const auto run = [](double dt) {
    return run_on_all(shear_waves, {fmt::format("time.dt={}", dt)});
  };
  const auto coarse = run(0.1), fine = run(0.05);
  for (const char* field : {"u", "v", "still"}) {
    EXPECT_LT(max_error(*fine, field), 1e-5) << field;
    EXPECT_NEAR(slope(max_error(*coarse, field), max_error(*fine, field)), 3, 0.2) << field;
  }
  const auto& state = fine->state();
  double apart = 0;
  for (std::size_t q = 0; q < state["still"].now().size(); ++q)
    apart = std::max(apart, std::abs(state["still"].now()[q] - state["carried"].now()[q]));
  EXPECT_GT(apart, 0.1);
}

/// Through a channel whose scalar only diffuses.
TEST(Stokes, WhatIsNotCarriedHasABalanceWithoutConvection) {
  const auto the_case = case_from_text(R"toml(
[mesh]
order = 5
x = { range = [0, 2], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
advection = false
[boundary]
x_min = { velocity = ["1 - y^2", "0", "0"] }
x_max = "outflow"
y = "wall"
[initial]
velocity = ["1 - y^2", "0", "0"]
[[scalar]]
name = "heat"
diffusivity = 0.5
advection = false
initial = "x*y^2"
source = "x"
boundary.x_min = { value = 0 }
boundary.x_max = "insulated"
boundary.y = "insulated"
[time]
dt = 0.01
steps = 4
)toml");
  run::Simulation simulation(the_case, all_ranks());
  physics::StepReport report;
  while (!simulation.finished()) report = simulation.advance();
  const auto& heat = report.scalars.at(0);
  EXPECT_EQ(heat.convection, 0);
  EXPECT_GT(std::abs(heat.conduction), 0.1);
  EXPECT_NEAR(heat.change, heat.conduction + heat.source, 1e-11);
}

/// Eddies in a corner of angle 28.5 degrees that is driven far away.
const std::string corner = R"toml(
[parameters]
half = "28.5/360*pi"
[mesh]
order = 9
plane = true
map = ["exp(x)*cos(half*y)", "exp(x)*sin(half*y)", "z"]
x = { range = ["log(5e-3)", 0], elements = 21 }
y = { range = [-1, 1], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
advection = false
[boundary]
x_min = "wall"
x_max = { velocity = ["-y*(1 - (atan2(y,x)/half)^2)^2", "x*(1 - (atan2(y,x)/half)^2)^2", "0"] }
y = "wall"
[time]
order = 1
dt = 0.01
steps = 60
)toml";

/// exp(pi xi / eta) with xi + i eta = z, sin z + (sin k) / k z = 0, k the angle: velocities of an
/// eddy over those of the next (Moffatt, J. Fluid Mech. 18 (1964)).
double ratio_of_eddies(double k) {
  std::complex<double> z(4.2, 2.2);
  for (int i = 0; i < 20; ++i)
    z -= (std::sin(z) + std::sin(k) / k * z) / (std::cos(z) + std::sin(k) / k);
  return std::exp(M_PI * z.real() / z.imag());
}

/// The largest |v| of each eddy on the corner's middle line, the outermost first.
std::vector<double> largest_of_eddies(const run::Simulation& simulation) {
  const auto& space = simulation.space();
  const auto& v = simulation.state()["velocity"].now(1);
  const int n = space.n();
  std::vector<double> points;
  for (int i = 0; i < 400; ++i) points.push_back(-1 + i / 200.0);
  const auto to_points = poly::interpolation_matrix(space.nodes().nodes, points);
  std::vector<double> largest{0.0};
  double before = 0;
  for (int e = 2 * 21 + 20; e >= 2 * 21; --e)  // those above y = 0, whose lowest line it is
    for (std::size_t i = points.size(); i-- > 0;) {
      double value = 0;
      for (int a = 0; a < n; ++a)
        value += to_points(static_cast<int>(i), a) * v[e * space.element_size() + a];
      if (value * before < 0) largest.push_back(0);
      largest.back() = std::max(largest.back(), std::abs(value));
      before = value;
    }
  return largest;
}

TEST(Stokes, EddiesOfMoffatt) {
  const auto simulation = run_on_all(corner);
  const auto eddies = largest_of_eddies(*simulation);
  const double ratio = ratio_of_eddies(28.5 / 180 * M_PI);
  EXPECT_NEAR(ratio, 408.378, 1e-3);
  ASSERT_GE(eddies.size(), 5U);
  EXPECT_NEAR(eddies[2] / eddies[3], ratio, 1e-4 * ratio);
  EXPECT_NEAR(eddies[3] / eddies[4], ratio, 2e-3 * ratio);
}

}  // namespace
}  // namespace lobatto::validation
