// Faces where some components of the velocity are given and the others feel a traction, each on a
// flow with a known solution.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "case_runner.hpp"
#include "run/checks/checks.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

const std::vector<std::string> direct{},
    by_iteration{"solver.pressure=schwarz-multigrid", "solver.velocity=jacobi-cg",
                 "solver.tolerance=1e-14", "solver.pressure_tolerance=1e-12"};

/// Between y = 0 and 1, periodic along x and z.
const std::string layer = R"toml(
[mesh]
order = 7
x = { range = [0, 1], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
)toml";

// A shear tau on the upper face: u = tau y / nu.
TEST(OpenFaces, AShearOnASlidingPlaneDrivesCouetteFlow) {
  for (const auto& solvers : {direct, by_iteration}) {
    const auto simulation = run_on_all(layer + R"toml(
[fluid]
viscosity = 0.5
[boundary]
y_min = "wall"
y_max = { normal_velocity = 0, traction = ["0.3", "0", "-0.1"] }
[time]
dt = 0.1
end = 25
[exact]
velocity = ["0.6*y", "0", "-0.2*y"]
pressure = "0"
)toml",
                                       solvers);
    EXPECT_LT(max_error(*simulation, "u"), 1e-11);
    EXPECT_LT(max_error(*simulation, "v"), 1e-12);
    EXPECT_LT(max_error(*simulation, "w"), 1e-11);
    EXPECT_LT(max_error(*simulation, "p"), 1e-10);
  }
}

/// Stokes' second problem, driven by the shear that the wall would have: u = exp(-y) cos(t - y).
const std::string oscillating = layer + R"toml(
[fluid]
viscosity = 0.5
[boundary]
y_min = { normal_velocity = 0, traction = ["0.5*(cos(t) - sin(t))", "0", "0"] }
y_max = { velocity = "exact" }
[initial]
velocity = "exact"
[time]
dt = 0.02
end = 1
[exact]
velocity = ["exp(-y)*cos(t - y)", "0", "0"]
pressure = "0"
)toml";

/// A pressure difference that changes with time moves the fluid as one body: u = sin(t), p = cos(t)
/// (2 - x).
const std::string pushed = R"toml(
[mesh]
order = 4
x = { range = [0, 2], elements = 2 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x_min = { pressure = "2*cos(t)", damp_backflow = false }
x_max = "outflow"
y = "symmetry"
[initial]
velocity = "exact"
[time]
dt = 0.02
end = 1
[exact]
velocity = ["sin(t)", "0", "0"]
pressure = "cos(t)*(2 - x)"
)toml";

void expect_order(const std::string& text, int order, double largest_error) {
  std::vector<double> errors;
  for (const char* dt : {"0.02", "0.01"})
    errors.push_back(max_error(
        *run_on_all(text, {"time.dt=" + std::string(dt), "time.order=" + std::to_string(order)}),
        "u"));
  EXPECT_NEAR(slope(errors[0], errors[1]), order, 0.2) << order;
  EXPECT_LT(errors[1], largest_error);
}

TEST(OpenFaces, TractionsOfTimeKeepTheOrderOfTheScheme) {
  expect_order(oscillating, 2, 1e-4);
  expect_order(oscillating, 3, 1e-6);
  expect_order(pushed, 2, 1e-4);
  expect_order(pushed, 3, 1e-6);
}

TEST(OpenFaces, APressureOfTimeIsThatOfTheNewTime) {
  EXPECT_LT(max_error(*run_on_all(pushed), "p"), 1e-4);
  EXPECT_LT(max_error(*run_on_all(pushed, {"time.dt=0.005"}), "p"), 2e-6);
}

/// u = 1 - y^2 under dp/dx = -1, from rest; x_min: what lets the fluid in.
std::unique_ptr<run::Simulation> poiseuille(const std::string& x_min, const std::string& x_max,
                                            const std::vector<std::string>& overrides) {
  return run_on_all(R"toml(
[mesh]
order = 6
x = { range = [0, 2], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.5
[time]
dt = 0.05
end = 25
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "3 - x"
[boundary]
y = "wall"
x_min = )toml" + x_min +
                        "\nx_max = " + x_max,
                    overrides);
}

TEST(OpenFaces, ADifferenceOfPressureOrTractionDrivesPlanePoiseuilleFlow) {
  const std::string free = "damp_backflow = false }";
  const std::vector<std::pair<std::string, std::string>> ends{
      {"{ pressure = 3, " + free, "{ pressure = \"1 + 0*y\" }"},
      {"{ traction = [\"3\", \"0\", \"0\"], " + free, "{ traction = [\"-1\", \"0\", \"0\"] }"},
      {"{ pressure = 3, tangential_velocity = [\"9\", \"0\", \"0\"], " + free,
       "{ pressure = 1, tangential_velocity = [\"0\", \"0\", \"0\"] }"}};
  for (const auto& [x_min, x_max] : ends)
    for (const auto& solvers : {direct, by_iteration}) {
      const auto simulation = poiseuille(x_min, x_max, solvers);
      EXPECT_LT(max_error(*simulation, "u"), 1e-10) << x_min;
      EXPECT_LT(max_error(*simulation, "v"), 1e-10) << x_min;
      EXPECT_LT(max_error(*simulation, "p"), 1e-9) << x_min;
    }
}

/// A pressure that answers to the flow through its face, p = 1 + (u - 1 + y^2): the same flow.
TEST(OpenFaces, APressureMayUseTheSolution) {
  const auto simulation =
      poiseuille("{ velocity = \"exact\" }", "{ pressure = \"1 + 0.2*(u - 1 + y^2)\" }", direct);
  EXPECT_LT(max_error(*simulation, "u"), 1e-10);
  EXPECT_LT(max_error(*simulation, "p"), 1e-9);
}

/// The asymptotic suction profile, u = 1 - exp(-V y / nu), v = -V: fluid comes in through y = 1,
/// and leaves through the wall.
const std::string rest_of_suction = R"toml(
[fluid]
viscosity = 0.2
[initial]
velocity = ["y", "-0.6", "0"]
[time]
dt = 0.02
end = 16
[exact]
velocity = ["1 - exp(-3*y)", "-0.6", "0"]
pressure = "0"
)toml";
std::unique_ptr<run::Simulation> suction(const std::string& faces,
                                         const std::vector<std::string>& overrides = {}) {
  return run_on_all(layer + faces + rest_of_suction, overrides);
}

TEST(OpenFaces, FluidComesInAlongAGivenTangentialVelocity) {
  for (const auto& solvers : {direct, by_iteration}) {
    const auto simulation = suction(R"toml([boundary]
y_min = { velocity = "exact" }
y_max = { tangential_velocity = ["1 - exp(-3)", "77", "0"], damp_backflow = false }
)toml",
                                    solvers);
    EXPECT_LT(max_error(*simulation, "u"), 1e-8);
    EXPECT_LT(max_error(*simulation, "v"), 1e-10);
    EXPECT_LT(max_error(*simulation, "p"), 1e-9);
  }
}

TEST(OpenFaces, FluidLeavesThroughAFaceUnderAGivenShear) {
  const auto simulation = suction(R"toml([boundary]
y_min = { normal_velocity = 0.6, traction = ["-0.6", "5", "0"] }
y_max = { velocity = "exact" }
)toml");
  EXPECT_LT(max_error(*simulation, "u"), 1e-8);
  EXPECT_LT(max_error(*simulation, "v"), 1e-10);
}

TEST(OpenFaces, GivenNormalVelocitiesHaveToBalance) {
  const std::string faces = "[boundary]\ny_min = { normal_velocity = 0.6 }\ny_max = \"symmetry\"\n";
  const run::Simulation simulation(case_from_text(layer + faces + rest_of_suction), all_ranks());
  const auto problem = run::find_start_problem(simulation);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->find("the velocities given on the boundary let more volume out than in"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::validation
