// Boundary conditions one at a time, each on a flow with a known solution.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// Polynomial solutions are reproduced to round-off once the flow is steady.
TEST(BoundaryConditions, PlanePoiseuilleFromInflowToOutflow) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 6
x = { range = [0, 2], elements = 3 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.5
[boundary]
x_min = { velocity = "exact" }
x_max = "outflow"
y = "wall"
[initial]
velocity = ["1 - y^2 + 0.1*sin(pi*y)*x*(2 - x)", "0", "0"]
[time]
dt = 0.02
end = 20
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "2 - x"
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-10);
  EXPECT_LT(max_error(*simulation, "v"), 1e-10);
  EXPECT_LT(max_error(*simulation, "p"), 1e-9);
}

/// Stokes' second problem: the fluid over an oscillating wall, u = exp(-k y) cos(t - k y), k =
/// sqrt(1 / (2 nu)).
TEST(BoundaryConditions, OscillatingWall) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 9
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 3], elements = 3 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.5
[boundary]
y_min = { velocity = ["cos(t)", "0", "0"] }
y_max = { velocity = "exact" }
[initial]
velocity = "exact"
[time]
dt = 0.01
end = 1
[exact]
velocity = ["exp(-y)*cos(t - y)", "0", "0"]
pressure = "0"
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-6);
  EXPECT_LT(max_error(*simulation, "v"), 1e-12);
}

/// Half a channel with a symmetry plane gives the flow of the whole one.
TEST(BoundaryConditions, SymmetryPlaneOfPoiseuilleFlow) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 5
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 1
[boundary]
y_min = "wall"
y_max = "symmetry"
[forcing]
flow_rate = 1
flow_direction = "x"
[time]
dt = 0.05
end = 12
[exact]
velocity = ["3*(y - y^2/2)", "0", "0"]
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-11);
}

/// Free slip on all sides of an eddy: a decaying Taylor vortex in a box of symmetry planes.
TEST(BoundaryConditions, SymmetryPlanesAroundADecayingVortex) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 10
x = { range = [0, "pi"], elements = 2 }
y = { range = [0, "pi"], elements = 2 }
z = { range = [0, 1], elements = 1 }
[fluid]
viscosity = 0.1
[boundary]
x = "symmetry"
y = "symmetry"
z = "symmetry"
[initial]
velocity = "exact"
[time]
dt = 5e-3
end = 0.5
[exact]
velocity = ["sin(x)*cos(y)*exp(-0.2*t)", "-cos(x)*sin(y)*exp(-0.2*t)", "0"]
pressure = "(cos(2*x) + cos(2*y))/4*exp(-0.4*t)"
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 1e-7);
  EXPECT_LT(max_error(*simulation, "p"), 1e-5);
}

/// A body force that depends on time drives a known oscillation: u = sin(t) sin(y), forced by
/// cos(t) sin(y) + nu u.
TEST(BoundaryConditions, BodyForceFromExpressions) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(R"toml(
[mesh]
order = 9
x = { range = [0, 1], elements = 1, periodic = true }
y = { range = [0, "2*pi"], elements = 3, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.3
[forcing]
body = ["(cos(t) + 0.3*sin(t))*sin(y)", "0", "0"]
[initial]
velocity = "exact"
[time]
dt = 0.01
end = 2
[exact]
velocity = ["sin(t)*sin(y)", "0", "0"]
)toml"),
                              self);
  EXPECT_LT(max_error(*simulation, "u"), 2e-6);
}

}  // namespace
}  // namespace lobatto::validation
