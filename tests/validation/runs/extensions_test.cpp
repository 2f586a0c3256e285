// Terms and equations that stand in files of their own, run/extensions.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "case_runner.hpp"
#include "restarted_run.hpp"

namespace lobatto::validation {
namespace {

/// Inertial oscillations: a uniform velocity turns with -2 rate, against the frame.
constexpr const char* oscillation = R"toml(
[mesh]
order = 3
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[rotation]
rate = [0.6, 0, 0.8]
[initial]
velocity = "exact"
[exact]
velocity = ["0.8*cos(2*t)", "-sin(2*t)", "-0.6*cos(2*t)"]
[time]
dt = 0.02
end = 1
)toml";

TEST(RotatingFrame, InertialOscillationsOfThirdOrder) {
  const auto self = comm::Communicator::self();
  const auto error = [&](const char* dt) {
    const auto simulation = run(case_from_text(oscillation, {dt}), self);
    return std::max(max_error(*simulation, "u"), max_error(*simulation, "v"));
  };
  const double coarse = error("time.dt=0.02"), fine = error("time.dt=0.01");
  fmt::print("oscillation: {:.2e} -> {:.2e}, slope {:.2f}\n", coarse, fine, slope(coarse, fine));
  EXPECT_NEAR(slope(coarse, fine), 3.0, 0.1);
}

/// About the axis across a channel the Coriolis force of Poiseuille's flow is a gradient: the
/// pressure takes it, and the profile stays.
TEST(RotatingFrame, PressureBalancesPoiseuillesFlow) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y = "wall"
[forcing]
body = [0.2, 0, 0]
[rotation]
rate = [0, 0, 1.5]
[initial]
velocity = "exact"
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "-3*(y - y^3/3)"
[time]
dt = 0.01
steps = 200
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-9);
  EXPECT_LT(max_error(*simulation, "v"), 1e-9);
  EXPECT_LT(max_error(*simulation, "p"), 1e-7);
}

/// A fluid at rest, seen from a frame that turns about an axis through (0.3, -0.2) at a rate that
/// depends on time: u = -rate x (r - c), with the centrifugal force in the pressure.
constexpr const char* at_rest = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 1 }
y = { range = [0, 1], elements = 1 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x.velocity = "exact"
y.velocity = "exact"
[rotation]
rate = [0, 0, "0.5 + sin(2*t)"]
point = [0.3, -0.2, 0]
[initial]
velocity = "exact"
[exact]
velocity = ["(0.5 + sin(2*t))*(y + 0.2)", "-(0.5 + sin(2*t))*(x - 0.3)", "0"]
pressure = "-(0.5 + sin(2*t))^2*((x - 0.3)^2 + (y + 0.2)^2)/2"
[time]
dt = 0.02
end = 1
)toml";

TEST(RotatingFrame, FluidAtRestStaysSoWhileTheFrameSpinsUp) {
  const auto self = comm::Communicator::self();
  const auto errors = [&](const char* dt) {
    const auto simulation = run(case_from_text(at_rest, {dt}), self);
    return std::array{std::max(max_error(*simulation, "u"), max_error(*simulation, "v")),
                      max_error(*simulation, "p")};
  };
  const auto coarse = errors("time.dt=0.02"), fine = errors("time.dt=0.01");
  for (int i = 0; i < 2; ++i) {
    fmt::print("at rest: {:.2e} -> {:.2e}, slope {:.2f}\n", coarse[i], fine[i],
               slope(coarse[i], fine[i]));
    EXPECT_GT(slope(coarse[i], fine[i]), 2.7);
    EXPECT_LT(fine[i], 1e-3);
  }
}

/// Steady spin-up about the axis across a channel: along x, which is periodic, the Euler force is
/// 2 A y but for a gradient, and 0 = nu u'' + 2 A y.
TEST(RotatingFrame, SpinUpDrivesAChannelAlongAPeriodicDirection) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.5
[boundary]
y = "wall"
[rotation]
rate = [0, 0, "0.1 + 0.3*t"]
point = [0.5, 0, 0]
[exact]
velocity = ["0.3/(3*0.5)*(y - y^3)", "0", "0"]
[time]
dt = 0.02
end = 12
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-9);
  EXPECT_LT(max_error(*simulation, "v"), 1e-9);
}

TEST(RotatingFrame, SpinUpGoesOnBitForBit) {
  EXPECT_EQ(restart_difference(case_from_text(at_rest, {"time.end=0.2"}), 5, "velocity"), 0);
}

/// u = x carries nothing here: the integrand is known, x cos t + T with T = exp(-t).
constexpr const char* doses = R"toml(
[mesh]
order = 4
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[flow]
velocity = ["0", "0", "0"]
[[scalar]]
name = "T"
diffusivity = 0.1
initial = "exact"
exact = "exp(-t)"
source = "-T"
boundary = { x = "insulated" }
[[integral]]
name = "dose"
of = "x*cos(t) + T"
[[integral]]
name = "late"
of = "x*cos(t) + T"
start = 0.333
[time]
dt = 0.02
end = 1
)toml";

/// Largest difference between a field and x (sin t - sin s) + exp(-s) - exp(-t).
double dose_error(const run::Simulation& simulation, const char* name, double start) {
  const auto& space = simulation.space();
  const auto& field = simulation.state()[name].now();
  std::array<std::vector<double>, 3> x;
  double error = 0;
  for (int e = 0; e < space.n_elements(); ++e) {
    space.element_points(e, x);
    for (std::size_t q = 0; q < x[0].size(); ++q) {
      const double exact =
          x[0][q] * (std::sin(1.0) - std::sin(start)) + std::exp(-start) - std::exp(-1.0);
      error = std::max(error, std::abs(field[e * space.element_size() + q] - exact));
    }
  }
  return error;
}

TEST(TimeIntegrals, AreOfSecondOrderFromTheirStartOn) {
  const auto self = comm::Communicator::self();
  const auto coarse = run(case_from_text(doses, {"time.dt=0.02"}), self),
             fine = run(case_from_text(doses, {"time.dt=0.01"}), self);
  for (const auto& [name, start] : {std::pair{"dose", 0.0}, std::pair{"late", 0.333}}) {
    const double before = dose_error(*coarse, name, start), after = dose_error(*fine, name, start);
    fmt::print("{}: {:.2e} -> {:.2e}, slope {:.2f}\n", name, before, after, slope(before, after));
    EXPECT_LT(after, 1e-4) << name;
  }
  EXPECT_NEAR(slope(dose_error(*coarse, "dose", 0), dose_error(*fine, "dose", 0)), 2.0, 0.1);
}

}  // namespace
}  // namespace lobatto::validation
