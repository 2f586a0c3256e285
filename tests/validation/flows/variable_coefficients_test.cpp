// Viscosities and diffusivities that vary from place to place, in time and with the solution.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "short_duct.hpp"

namespace lobatto::validation {
namespace {

/// u = (sin(y + t) cos z, cos(x - t) sin z, sin x cos(y + t)) and p = cos x sin y cos t between
/// planes where the velocity is given. What is left of du/dt + u . grad u + grad p - div(2 nu S) is
/// the body force, by computer algebra.
constexpr const char* swirl = R"toml(
[mesh]
order = 10
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, 1.5], elements = 2 }
z = { range = [0, "2*pi"], elements = 2, periodic = true }
[boundary]
y = { velocity = "exact" }
[initial]
velocity = "exact"
[exact]
velocity = ["sin(y + t)*cos(z)", "cos(x - t)*sin(z)", "sin(x)*cos(y + t)"]
pressure = "cos(x)*sin(y)*cos(t)"
[solver]
tolerance = 1e-12
[time]
dt = 0.02
end = 0.4
)toml";

constexpr const char* in_space_and_time = R"toml(
[fluid]
viscosity = "0.075 + 0.025*sin(x + t)*cos(y) + 0.015*cos(z)"
[forcing]
body = [
  """0.025*(sin(z)*sin(t - x) + cos(z)*cos(t + y))*sin(y)*sin(t + x) + 0.015*(-sin(z)*sin(t + \
    y) + cos(x)*cos(t + y))*sin(z) + 2.0*(0.025*sin(t + x)*cos(y) + 0.015*cos(z) + \
    0.075)*sin(t + y)*cos(z) - sin(x)*sin(y)*cos(t) - sin(x)*sin(z)*sin(t + y)*cos(t + y) + \
    sin(z)*cos(z)*cos(t - x)*cos(t + y) + cos(z)*cos(t + y)""",
  """0.015*(-sin(x)*sin(t + y) + cos(z)*cos(t - x))*sin(z) - 0.025*(sin(z)*sin(t - x) + \
    cos(z)*cos(t + y))*cos(y)*cos(t + x) + 2.0*(0.025*sin(t + x)*cos(y) + 0.015*cos(z) + \
    0.075)*sin(z)*cos(t - x) + sin(x)*cos(z)*cos(t - x)*cos(t + y) + sin(z)*sin(t - x)*sin(t \
    + y)*cos(z) - sin(z)*sin(t - x) + cos(t)*cos(x)*cos(y)""",
  """0.025*(-sin(x)*sin(t + y) + cos(z)*cos(t - x))*sin(y)*sin(t + x) - 0.025*(-sin(z)*sin(t \
    + y) + cos(x)*cos(t + y))*cos(y)*cos(t + x) + 2.0*(0.025*sin(t + x)*cos(y) + \
    0.015*cos(z) + 0.075)*sin(x)*cos(t + y) - sin(x)*sin(z)*sin(t + y)*cos(t - x) - \
    sin(x)*sin(t + y) + sin(t + y)*cos(x)*cos(z)*cos(t + y)"""]
)toml";

/// T = 1.5 + 0.5 sin x cos(y + t), of which the viscosity 0.04 T^2 and its own diffusivity
/// 0.03 (1 + T^2) follow.
constexpr const char* with_a_scalar = R"toml(
[fluid]
viscosity = "0.04*T^2"
[forcing]
body = [
  """0.18*(0.333333333333333*sin(x)*cos(t + y) + 1)^2*sin(t + y)*cos(z) + \
    0.04*(0.5*sin(x)*cos(t + y) + 1.5)*(sin(z)*sin(t - x) + cos(z)*cos(t + y))*sin(x)*sin(t \
    + y) - sin(x)*sin(y)*cos(t) - sin(x)*sin(z)*sin(t + y)*cos(t + y) + sin(z)*cos(z)*cos(t \
    - x)*cos(t + y) + cos(z)*cos(t + y)""",
  """0.18*(0.333333333333333*sin(x)*cos(t + y) + 1)^2*sin(z)*cos(t - x) - \
    0.04*(0.5*sin(x)*cos(t + y) + 1.5)*(sin(z)*sin(t - x) + cos(z)*cos(t + y))*cos(x)*cos(t \
    + y) + sin(x)*cos(z)*cos(t - x)*cos(t + y) + sin(z)*sin(t - x)*sin(t + y)*cos(z) - \
    sin(z)*sin(t - x) + cos(t)*cos(x)*cos(y)""",
  """0.04*(-sin(x)*sin(t + y) + cos(z)*cos(t - x))*(0.5*sin(x)*cos(t + y) + 1.5)*sin(x)*sin(t \
    + y) + 0.18*(0.333333333333333*sin(x)*cos(t + y) + 1)^2*sin(x)*cos(t + y) - \
    0.04*(0.5*sin(x)*cos(t + y) + 1.5)*(-sin(z)*sin(t + y) + cos(x)*cos(t + y))*cos(x)*cos(t \
    + y) - sin(x)*sin(z)*sin(t + y)*cos(t - x) - sin(x)*sin(t + y) + sin(t + \
    y)*cos(x)*cos(z)*cos(t + y)"""]
[[scalar]]
name = "T"
diffusivity = "0.03*(1 + T^2)"
initial = "exact"
exact = "1.5 + 0.5*sin(x)*cos(y + t)"
source = """-0.015*(0.5*sin(x)*cos(t + y) + 1.5)*sin(x)^2*sin(t + y)^2 - 0.015*(0.5*sin(x)*cos(t + \
    y) + 1.5)*cos(x)^2*cos(t + y)^2 + (0.0675*(0.333333333333333*sin(x)*cos(t + y) + 1)^2 + \
    0.03)*sin(x)*cos(t + y) - 0.5*sin(x)*sin(z)*sin(t + y)*cos(t - x) - 0.5*sin(x)*sin(t + \
    y) + 0.5*sin(t + y)*cos(x)*cos(z)*cos(t + y)"""
boundary = { y_min = { value = "exact" }, y_max = { flux = "-0.015*(1 + (1.5 + 0.5*sin(x)*cos(1.5 + t))^2)*sin(x)*sin(1.5 + t)" } }
)toml";

struct Law {
  const char* name;
  const char* text;
};
void PrintTo(const Law& law, std::ostream* out) { *out << law.name; }

class VariableViscosity : public ::testing::TestWithParam<Law> {};

TEST_P(VariableViscosity, ErrorFallsExponentiallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  double previous = 1;
  for (const int order : {4, 6, 8, 10, 12}) {
    const auto simulation =
        run(case_from_text(std::string(swirl) + GetParam().text,
                           {fmt::format("mesh.order={}", order), "time.dt=1e-3", "time.end=0.01"}),
            self);
    const double error = std::max(max_error(*simulation, "u"), max_error(*simulation, "v"));
    fmt::print("order {:2}: error of the velocity {:.2e}, of the pressure {:.2e}\n", order, error,
               max_error(*simulation, "p"));
    EXPECT_LT(error, std::max(previous / 8, 1e-9)) << order;
    previous = error;
  }
  EXPECT_LT(previous, 1e-8);
}

TEST_P(VariableViscosity, ThirdOrderInTime) {
  const auto self = comm::Communicator::self();
  const auto at = [&](const char* dt) {
    return run(case_from_text(std::string(swirl) + GetParam().text, {dt, "mesh.order=13"}), self);
  };
  const auto coarse = at("time.dt=0.04"), fine = at("time.dt=0.02");
  std::vector<std::string> fields{"u", "v", "w"};
  for (const auto& scalar : cases::scalar_names(fine->the_case())) fields.push_back(scalar);
  for (const auto& field : fields) {
    const double measured = slope(max_error(*coarse, field), max_error(*fine, field));
    fmt::print("{}: {:.2e} -> {:.2e}, slope {:.2f}\n", field, max_error(*coarse, field),
               max_error(*fine, field), measured);
    EXPECT_GT(measured, 2.8) << field;
  }
  EXPECT_GT(slope(max_error(*coarse, "p"), max_error(*fine, "p")), 1.9);
}

INSTANTIATE_TEST_SUITE_P(Laws, VariableViscosity,
                         ::testing::Values(Law{"in space and time", in_space_and_time},
                                           Law{"with a scalar", with_a_scalar}));

/// A slab of k = 1 + x between 0 and 1: T = ln(1 + x) / ln 2, and k dT/dx at the end given.
constexpr const char* slab = R"toml(
[mesh]
order = 12
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
x = "wall"
[solver]
tolerance = 1e-13
[time]
dt = 0.5
end = 200
[[scalar]]
name = "value"
diffusivity = "1 + x"
exact = "log(1 + x)"
boundary = { x_min = { value = "0" }, x_max = { value = "log(2)" } }
[[scalar]]
name = "flux"
diffusivity = "1 + x"
exact = "log(1 + x)"
boundary = { x_min = { value = "0" }, x_max = { flux = "1" } }
)toml";

TEST(VariableDiffusivity, ConductionInASlab) {
  const auto self = comm::Communicator::self();
  const auto simulation = run(case_from_text(slab), self);
  EXPECT_LT(max_error(*simulation, "value"), 1e-10);
  EXPECT_LT(max_error(*simulation, "flux"), 1e-10);
}

/// Shear-thinning fluid of index m = 1/2: nu = k / sqrt(|du/dn|), down to a least shear rate. The
/// profile is 1 - |y|^3, or 1 - r^3, times (2 m + 1) / (m + 1), or (3 m + 1) / (m + 1).
struct PowerLawFlow {
  std::unique_ptr<run::Simulation> simulation;
  physics::StepReport last;
};

PowerLawFlow run_power_law(const std::string& text, const comm::Communicator& communicator) {
  PowerLawFlow flow;
  flow.simulation = std::make_unique<run::Simulation>(case_from_text(text), communicator);
  while (!flow.simulation->finished()) flow.last = flow.simulation->advance();
  return flow;
}

TEST(PowerLaw, ProfileAndGradientInAChannel) {
  const auto self = comm::Communicator::self();
  const auto flow = run_power_law(R"toml(
[mesh]
order = 8
x = { range = [0, 1], elements = 1, periodic = true }
y = { ticks = [-1, -0.5, -0.1, 0, 0.1, 0.5, 1] }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = "1/sqrt(max(shear_rate, 1e-3))"
[boundary]
y = "wall"
[forcing]
flow_rate = 0.25
flow_direction = "x"
[initial]
velocity = ["0.375*(1 - y^2)", "0", "0"]
[exact]
velocity = ["(1 - abs(y)^3)/3", "0", "0"]
[time]
dt = 0.02
order = 1
end = 2
)toml",
                                  self);
  const double error = max_error(*flow.simulation, "u");
  fmt::print("channel: error {:.1e}, gradient {:.6f}\n", error, *flow.last.pressure_gradient);
  EXPECT_LT(error, 2e-5);
  EXPECT_NEAR(*flow.last.pressure_gradient, 1.0, 1e-4);
}

/// On curved elements that are not aligned with the flow's shear, from a perturbed profile; the
/// gradient is 2 k sqrt(5) at a bulk velocity of one.
TEST(PowerLaw, ProfileAndGradientInAPipe) {
  const auto world = comm::Communicator::world();
  const auto flow = run_power_law(fmt::format(R"toml(
[mesh]
file = "{}/cases/meshes/pipe.msh"
order = 6
[[mesh.periodic]]
from = "bottom"
to = "top"
[fluid]
viscosity = "0.1/sqrt(max(shear_rate, 1e-2))"
[boundary]
wall = "wall"
[forcing]
flow_rate = 1.0
flow_direction = "z"
[initial]
velocity = ["0", "0", "1.7*(1 - (x^2 + y^2)^1.4)"]
[exact]
velocity = ["0", "0", "5/3*(1 - (x^2 + y^2)^1.5)"]
[solver]
tolerance = 1e-8
[time]
dt = 0.1
order = 1
end = 5
)toml",
                                              LOBATTO_TREE),
                                  world);
  const double error = max_error(*flow.simulation, "w"),
               gradient = *flow.last.pressure_gradient / (0.2 * std::sqrt(5.0));
  if (world.rank() == 0) fmt::print("pipe: error {:.1e}, gradient {:.6f}\n", error, gradient);
  EXPECT_LT(error, 2e-3);
  EXPECT_NEAR(gradient, 1.0, 1e-3);
}

class FieldOfOneValue : public testing::TestWithParam<std::array<const char*, 2>> {};

// The method that solves with the field, and one for the number.
TEST_P(FieldOfOneValue, GivesTheFlowOfTheNumber) {
  const auto self = comm::Communicator::self();
  std::string text = short_duct;
  const std::string viscosity = "reynolds = 300", diffusivity = "prandtl = 0.7";
  text.replace(text.find(viscosity), viscosity.size(), "viscosity = \"1/300 + 0*x\"");
  text.replace(text.find(diffusivity), diffusivity.size(), "diffusivity = \"1/210 + 0*w\"");
  const auto by = [](const std::string& method) {
    return std::vector<std::string>{"solver.tolerance=1e-13", "solver.velocity=" + method,
                                    "scalar[0].solver=" + method};
  };
  const auto field = run(case_from_text(text, by(GetParam()[0])), self);
  const auto number = run(case_from_text(short_duct, by(GetParam()[1])), self);
  const auto& a = field->state();
  const auto& b = number->state();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(relative_difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)), 1e-10);
  EXPECT_LT(relative_difference(a.space(), a["pressure"].now(), b["pressure"].now()), 1e-9);
  EXPECT_LT(relative_difference(a.space(), a["temperature"].now(), b["temperature"].now()), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(VariableCoefficients, FieldOfOneValue,
                         testing::Values(std::array{"jacobi-cg", "jacobi-cg"},
                                         std::array{"tensor-cg", "tensor-direct"}),
                         [](const auto& with) {
                           return with.index == 0 ? "JacobiCg" : "TensorCg";
                         });

/// A uniform stream along x carries T = 1.5 + 0.5 sin(x - t) with k = 0.3 (1 + 0.2 sin x + 0.1 t).
TEST(VariableDiffusivity, ThirdOrderInTime) {
  const auto self = comm::Communicator::self();
  const auto at = [&](const char* dt) {
    return run(case_from_text(R"toml(
[mesh]
order = 12
x = { range = [0, "2*pi"], elements = 2, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[initial]
velocity = "exact"
[exact]
velocity = ["1", "0", "0"]
[solver]
tolerance = 1e-12
[[scalar]]
name = "T"
diffusivity = "0.3*(1 + 0.2*sin(x) + 0.1*t)"
initial = "exact"
exact = "1.5 + 0.5*sin(x - t)"
source = "0.15*(1 + 0.2*sin(x) + 0.1*t)*sin(x - t) - 0.03*cos(x)*cos(x - t)"
[time]
dt = 0.04
end = 0.4
)toml",
                              {dt}),
               self);
  };
  const double coarse = max_error(*at("time.dt=0.04"), "T"),
               fine = max_error(*at("time.dt=0.02"), "T");
  fmt::print("T: {:.2e} -> {:.2e}, slope {:.2f}\n", coarse, fine, slope(coarse, fine));
  EXPECT_NEAR(slope(coarse, fine), 3.0, 0.2);
}

}  // namespace
}  // namespace lobatto::validation
