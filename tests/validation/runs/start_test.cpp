// Runs that begin from formulas or from the fields of a file, with no past: the order in time holds
// from the first step on.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// A uniform velocity turns with -2 rate, against the frame.
constexpr const char* inertial_oscillation = R"toml(
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
velocity = [0.8, 0, -0.6]
[exact]
velocity = ["0.8*cos(2*t)", "-sin(2*t)", "-0.6*cos(2*t)"]
[time]
end = 0.8
)toml";

/// Between walls across the axis u + i v = sin(pi z) exp(-(nu pi^2 + 2 i rate) t).
constexpr const char* ekman_mode = R"toml(
[mesh]
order = 9
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 2 }
[fluid]
viscosity = 0.1
[boundary]
z = "wall"
[rotation]
rate = [0, 0, 1]
[initial]
velocity = ["sin(pi*z)", 0, 0]
[exact]
velocity = ["exp(-0.1*pi^2*t)*sin(pi*z)*cos(2*t)", "-exp(-0.1*pi^2*t)*sin(pi*z)*sin(2*t)", "0"]
[time]
end = 0.8
)toml";

/// A wall that moves at once, under fluid at rest (Couette flow's start): its velocity jumps at
/// t = 0, and at t = 0.8 the modes beyond the third are gone.
constexpr const char* impulsive_start = R"toml(
[mesh]
order = 9
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 1], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
y_min = "wall"
y_max = { velocity = [1, 0, 0] }
[exact]
velocity = ["y + 2/pi*(-exp(-0.1*pi^2*t)*sin(pi*y) + exp(-0.4*pi^2*t)*sin(2*pi*y)/2 - exp(-0.9*pi^2*t)*sin(3*pi*y)/3 + exp(-1.6*pi^2*t)*sin(4*pi*y)/4 - exp(-2.5*pi^2*t)*sin(5*pi*y)/5)", "0", "0"]
[time]
end = 0.8
)toml";

struct Start {
  const char* name;
  const char* text;
  int order;
  double coarse_step;
};

std::ostream& operator<<(std::ostream& out, const Start& start) {
  return out << start.name << " " << start.order;
}

std::string name_of(const ::testing::TestParamInfo<Start>& info) {
  return info.param.name + std::to_string(info.param.order);
}

cases::Case case_of(const Start& start, double dt) {
  return case_from_text(start.text,
                        {fmt::format("time.order={}", start.order), fmt::format("time.dt={}", dt)});
}

double error_of(const run::Simulation& simulation) {
  return std::max(max_error(simulation, "u"), max_error(simulation, "v"));
}

double error_from_formulas(const Start& start, double dt) {
  const auto self = comm::Communicator::self();
  return error_of(*run(case_of(start, dt), self));
}

/// The fields of one time alone, as a file gives them.
double error_from_fields(const Start& start, double dt) {
  const auto self = comm::Communicator::self();
  const run::Simulation source(case_of(start, dt), self);
  run::Simulation simulation(case_of(start, dt), self);
  const auto& velocity = source.state()["velocity"];
  simulation.begin_from(
      0.0, 0,
      {{velocity.now(0), velocity.now(1), velocity.now(2)}, source.state()["pressure"].now(), {}});
  while (!simulation.finished()) simulation.advance();
  return error_of(simulation);
}

void expect_order(const Start& start, double coarse, double fine) {
  fmt::print("{} {}: {:.2e} -> {:.2e}, slope {:.3f}\n", start.name, start.order, coarse, fine,
             slope(coarse, fine));
  EXPECT_NEAR(slope(coarse, fine), start.order, 0.1);
}

class OrderFromTheStart : public ::testing::TestWithParam<Start> {};

TEST_P(OrderFromTheStart, HoldsFromFormulas) {
  const double dt = GetParam().coarse_step;
  expect_order(GetParam(), error_from_formulas(GetParam(), dt),
               error_from_formulas(GetParam(), dt / 2));
}

TEST_P(OrderFromTheStart, HoldsFromFields) {
  const double dt = GetParam().coarse_step;
  expect_order(GetParam(), error_from_fields(GetParam(), dt),
               error_from_fields(GetParam(), dt / 2));
}

INSTANTIATE_TEST_SUITE_P(Flows, OrderFromTheStart,
                         ::testing::Values(Start{"Inertial", inertial_oscillation, 1, 0.01},
                                           Start{"Inertial", inertial_oscillation, 2, 0.02},
                                           Start{"Inertial", inertial_oscillation, 3, 0.02},
                                           Start{"Ekman", ekman_mode, 1, 0.01},
                                           Start{"Ekman", ekman_mode, 2, 0.02},
                                           Start{"Ekman", ekman_mode, 3, 0.02},
                                           Start{"Impulsive", impulsive_start, 1, 0.02},
                                           Start{"Impulsive", impulsive_start, 2, 0.02},
                                           Start{"Impulsive", impulsive_start, 3, 0.02}),
                         name_of);

/// A box that is closed: what changes a scalar's content in the first step is its source alone, to
/// round-off, though that step is put together from three; and a time integral of one is the time.
TEST(Start, BalancesHoldInTheFirstStep) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(R"toml(
[mesh]
order = 7
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 1 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x = "wall"
y = "wall"
[initial]
velocity = ["sin(pi*x)^2*sin(2*pi*y)", "-sin(2*pi*x)*sin(pi*y)^2", "0"]
[[scalar]]
name = "heat"
diffusivity = 0.05
initial = "1 + x"
source = "exp(-3*t)*heat"
boundary = { x = "insulated", y = "insulated" }
[[integral]]
name = "time_passed"
of = "1"
[time]
dt = 0.05
steps = 2
)toml"),
                             self);
  const auto report = simulation.advance();
  const auto& heat = report.scalars.front();
  EXPECT_NEAR(heat.conduction, 0.0, 1e-12);
  EXPECT_NEAR(heat.change, heat.source + heat.convection, 1e-12);
  EXPECT_NEAR(heat.content, 1.5 + 0.05 * heat.change, 1e-12);
  // d content / dt = exp(-3 t) content
  EXPECT_NEAR(heat.content, 1.5 * std::exp((1 - std::exp(-0.15)) / 3), 2e-4);
  EXPECT_NEAR(simulation.state()["time_passed"].now()[0], 0.05, 1e-15);
  EXPECT_EQ(report.step, 1);
  EXPECT_EQ(report.order, 2);
  EXPECT_EQ(simulation.advance().step, 2);
}

}  // namespace
}  // namespace lobatto::validation
