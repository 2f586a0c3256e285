// A density that varies, at low Mach number.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <regex>

#include "case_runner.hpp"
#include "restarted_run.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

/// rho = R = 1 + 0.6 sin(x - t) cos y, between 0.4 and 1.6, and
///   rho u = (R + 0.3 + 0.4 cos(y + t), 0.5 sin(x - t))
/// fulfil the continuity, p = cos x sin y cos t. T is P(t) / R, mu = 0.05 T and the diffusivity
/// 0.05 (1 + 0.3 T). Body force and source are what is left of the equations, by computer algebra,
/// with gravity (0.5, -1) on a reference density of 0.7.
constexpr const char* hot_swirl = R"toml(
[mesh]
order = 10
plane = true
x = { range = [0, "2*pi"], elements = 8, periodic = true }
y = { range = [0, 1.5], elements = 3 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = "0.05*T"
[boundary]
y = { velocity = "exact" }
[initial]
velocity = "exact"
[exact]
velocity = ["1 + (0.3 + 0.4*cos(y + t))/R", "0.5*sin(x - t)/R", "0"]
pressure = "cos(x)*sin(y)*cos(t)"
[low_mach]
gravity = [0.5, -1, 0]
reference_density = 0.7
LAW
[forcing]
body = [
  """0.00166666666666667*(P*R*(-5.0*Rxy*sin(t-x)-36.0*Ry*sin(t+y)+20.0*Ry*cos(t-x)+28.0*cos(t+y)\
    +21.0)+3.0*P*(-16.0*Rx^2*cos(t+y)-12.0*Rx^2+5.0*Rx*Ry*sin(t-x)-12.0*Ry^2*cos(t+y)-9.0*Ry^2)\
    -300.0*R^5+30.0*R^4*(-20.0*sin(x)*sin(y)*cos(t)-8.0*sin(t+y)+7.0)+120.0*R^3*sin(t-x)*sin(t+y)\
    +R^2*(-16.0*P*cos(t+y)-21.0*P-96.0*Rx*cos(t+y)^2-144.0*Rx*cos(t+y)-54.0*Rx\
    +120.0*Ry*sin(t-x)*cos(t+y)+90.0*Ry*sin(t-x)))/R^5""",
  """(0.00166666666666667*P*R*(-16.0*Rx*sin(t+y)+45.0*Rx*cos(t-x)+4.0*Rxy*cos(t+y)+3.0*Rxy\
    -35.0*sin(t-x))+0.005*P*(15.0*Rx^2*sin(t-x)-4.0*Rx*Ry*cos(t+y)-3.0*Rx*Ry+20.0*Ry^2*sin(t-x))\
    +R^5+0.00166666666666667*R^4*(600.0*cos(t)*cos(x)*cos(y)-420.0)\
    +0.05*R^3*(4.0*cos(t+y)+3.0)*cos(t-x)+0.0166666666666667*R^2*(2.0*P+12.0*Rx*cos(t+y)+9.0*Rx\
    -15.0*Ry*sin(t-x))*sin(t-x))/R^5""", "0"]
[[scalar]]
name = "T"
diffusivity = "0.05*(1 + 0.3*T)"
initial = "exact"
exact = "P/R"
boundary.y = { value = "exact" }
source = """0.000714285714285714*(-63.0*P^2*(Rx^2+Ry^2)-140.0*P*R^3+14.0*P*R^2*(-3.0*P\
  -40.0*Rx*cos(t+y)-30.0*Rx+50.0*Ry*sin(t-x)+10.0)+14.0*P*R*(3.0*P-10.0*Rx^2-10.0*Ry^2)\
  +1000.0*R^4*dP)/R^4"""
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-11
[time]
dt = 0.02
end = 0.4
)toml";

struct DensityLaw {
  const char* name;
  const char* text;
  const char *pressure, *rate;
};
void PrintTo(const DensityLaw& law, std::ostream* out) { *out << law.name; }

/// Of the gas the vessel finds P(t) by its mass.
const DensityLaw laws[] = {{"gas", "temperature = \"T\"", "(1 + 0.3*sin(2*t))", "(0.6*cos(2*t))"},
                           {"expression", "density = \"1/T\"", "1", "0"}};

std::string swirl_with(const DensityLaw& law) {
  std::string text = std::regex_replace(hot_swirl, std::regex("LAW"), law.text);
  for (const auto& [name, value] : {std::pair{"R", "(1 + 0.6*sin(x - t)*cos(y))"},
                                    {"Rx", "(0.6*cos(x - t)*cos(y))"},
                                    {"Ry", "(-0.6*sin(x - t)*sin(y))"},
                                    {"Rxy", "(-0.6*cos(x - t)*sin(y))"},
                                    {"P", law.pressure},
                                    {"dP", law.rate}})
    text = std::regex_replace(text, std::regex(fmt::format("\\b{}\\b", name)), value);
  return text;
}

class LowMach : public testing::TestWithParam<DensityLaw> {};

TEST_P(LowMach, ErrorFallsExponentiallyWithTheOrder) {
  const auto self = comm::Communicator::self();
  double previous = 1;
  for (const int order : {3, 6, 9, 12}) {
    const auto simulation =
        run(case_from_text(swirl_with(GetParam()),
                           {fmt::format("mesh.order={}", order), "time.dt=1e-3", "time.end=0.01"}),
            self);
    const double error = std::max(
        {max_error(*simulation, "u"), max_error(*simulation, "v"), max_error(*simulation, "T")});
    fmt::print("order {:2}: error of velocity and T {:.2e}, of the pressure {:.2e}\n", order, error,
               max_error(*simulation, "p"));
    EXPECT_LT(error, std::max(previous / 8, 1e-8)) << order;
    previous = error;
  }
  EXPECT_LT(previous, 1e-7);
}

TEST_P(LowMach, ThirdOrderInTime) {
  const auto self = comm::Communicator::self();
  const auto at = [&](const char* dt) {
    return run(case_from_text(swirl_with(GetParam()), {dt, "mesh.order=11"}), self);
  };
  const auto coarse = at("time.dt=0.02"), fine = at("time.dt=0.01");
  for (const char* field : {"u", "v", "T", "p"}) {
    const double measured = slope(max_error(*coarse, field), max_error(*fine, field));
    fmt::print("{}: {:.2e} -> {:.2e}, slope {:.2f}\n", field, max_error(*coarse, field),
               max_error(*fine, field), measured);
    EXPECT_GT(measured, std::string(field) == "p" ? 1.8 : 2.8) << field;
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, LowMach, testing::ValuesIn(laws),
                         [](const auto& with) { return std::string(with.param.name); });

/// A gas between walls, and what is said of them and of the rest.
std::string gas_in_a_vessel(const std::string& rest) {
  return R"toml(
[mesh]
order = 9
plane = true
x = { range = [0, 1], elements = 2 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.1
[boundary]
x = "wall"
y = "wall"
[low_mach]
temperature = "T"
gamma = 1.4
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-11
)toml" + rest;
}

double mass_of(const physics::StepReport& report) { return report.mass.value().content; }

// What is added to the gas raises its temperature at constant volume.
TEST(LowMachVessel, UniformHeatingRaisesThePressureAtConstantVolume) {
  const auto self = comm::Communicator::self();
  const auto simulation = simulation_of(case_from_text(gas_in_a_vessel(R"toml(
[[scalar]]
name = "T"
diffusivity = 0.1
initial = 2
source = 0.5
boundary.x = "insulated"
boundary.y = "insulated"
[time]
dt = 0.1
end = 1
)toml")),
                                        self);
  while (!simulation->finished()) {
    const auto report = simulation->advance();
    const double t = simulation->state().time();
    EXPECT_NEAR(*report.mass->pressure, 1 + 1.4 * 0.5 * t, 1e-12) << t;
    EXPECT_NEAR(mass_of(report), 0.5, 1e-13) << t;
    // The source that is given, and the pressure's.
    EXPECT_NEAR(report.scalars[0].source, 0.5 + 0.4 * 0.5, 1e-11) << t;
    EXPECT_NEAR(report.scalars[0].conduction, 0, 1e-11) << t;
  }
  EXPECT_LT(simulation->space().max_abs(simulation->state()["velocity"].now(0)), 1e-11);
}

/// Between walls of 1.6 and 0.4: T becomes linear, and of the mass at T = 1 that leaves
/// p_th = 1.2 / ln 4.
constexpr const char* conduction = R"toml(
[[scalar]]
name = "T"
diffusivity = 1.0
initial = 1
boundary.x_min = { value = 1.6 }
boundary.x_max = { value = 0.4 }
boundary.y = "insulated"
[time]
dt = 0.02
end = 2
)toml";

TEST(LowMachVessel, ConductionBetweenWallsLowersThePressure) {
  const auto self = comm::Communicator::self();
  const auto simulation = simulation_of(case_from_text(gas_in_a_vessel(conduction)), self);
  physics::StepReport last;
  while (!simulation->finished()) {
    last = simulation->advance();
    EXPECT_NEAR(mass_of(last), 1, 1e-12);
  }
  fmt::print("p_th {:.9f}, exact {:.9f}\n", *last.mass->pressure, 1.2 / std::log(4.0));
  EXPECT_NEAR(*last.mass->pressure, 1.2 / std::log(4.0), 1e-7);
  EXPECT_LT(last.mass->outflow, 1e-12);
  EXPECT_LT(simulation->space().max_abs(simulation->state()["velocity"].now(0)), 1e-6);
}

/// A gas that is heated while it flows, steadily: with rho u = 1, u = T = (3 + tanh(x / 0.2)) / 2
/// (Tomboulides & Orszag, J. Comput. Phys. 146 (1998)).
constexpr const char* heated_stream = R"toml(
[mesh]
order = 11
plane = true
x = { range = [-1, 2], elements = 10 }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 0.05
[boundary]
x_min = { velocity = "exact" }
x_max = "outflow"
[initial]
velocity = ["1", "0", "0"]
[exact]
velocity = ["1.5 + 0.5*tanh(x/0.2)", "0", "0"]
[low_mach]
temperature = "T"
[[scalar]]
name = "T"
diffusivity = 0.05
initial = 1
exact = "1.5 + 0.5*tanh(x/0.2)"
source = "(2.5 + 1.25*tanh(x/0.2))*(1 - tanh(x/0.2)^2)"
boundary.x_min = { value = "exact" }
boundary.x_max = "insulated"
[solver]
tolerance = 1e-12
pressure_tolerance = 1e-11
[time]
dt = 0.005
end = 4
)toml";

TEST(LowMachVessel, AHeatedStreamLeavesAsMuchMassAsEnters) {
  const auto self = comm::Communicator::self();
  const auto simulation = simulation_of(case_from_text(heated_stream), self);
  physics::StepReport last;
  while (!simulation->finished()) last = simulation->advance();
  fmt::print("u {:.1e}, T {:.1e}, mass {:.1e} {:.1e}\n", max_error(*simulation, "u"),
             max_error(*simulation, "T"), last.mass->change, last.mass->outflow);
  EXPECT_LT(max_error(*simulation, "u"), 1e-5);
  EXPECT_LT(max_error(*simulation, "T"), 1e-5);
  EXPECT_NEAR(last.mass->outflow, 0, 1e-5);
  EXPECT_EQ(last.mass->pressure, 1);
}

/// A cavity with a hot and a cold wall, and conductivities that vary.
std::string small_cavity() {
  std::string text = gas_in_a_vessel(R"toml(
[[scalar]]
name = "T"
prandtl = 0.71
initial = "1 + 0.6*(1 - 2*x)"
boundary.x_min = { value = 1.6 }
boundary.x_max = { value = 0.4 }
boundary.y = "insulated"
[time]
dt = 0.02
steps = 8
)toml");
  text = std::regex_replace(text, std::regex("viscosity = 0.1"), "viscosity = \"0.01*T^0.7\"");
  return std::regex_replace(text, std::regex("gamma = 1.4"), "gravity = [0, -1, 0]");
}

TEST(LowMachOnRanks, AgreeWithOneRank) {
  const auto self = comm::Communicator::self();
  const auto the_case = case_from_text(small_cavity(), {"mesh.y.elements=4"});
  const auto whole = run(the_case, self), shared = run(the_case, all_ranks());
  for (const char* field : {"T", "density", "pressure"})
    EXPECT_LT(relative_difference(shared->space(), shared->state()[field].now(),
                                  whole->state()[field].now()),
              1e-8)
        << field;
  for (int d = 0; d < 2; ++d)
    EXPECT_LT(relative_difference(shared->space(), shared->state()["velocity"].now(d),
                                  whole->state()["velocity"].now(d)),
              1e-8);
}

TEST(LowMachOnRanks, RestartsBitForBit) {
  const auto the_case = case_from_text(small_cavity());
  for (const char* field : {"velocity", "pressure", "T", "density"})
    EXPECT_EQ(restart_difference(the_case, 4, field), 0) << field;
}

/// By multigrid on a moved box: the same flow as on the box.
TEST(LowMachVessel, FlowsOnCurvedElementsAsOnABox) {
  const auto self = comm::Communicator::self();
  const auto probe = [&](const std::vector<std::string>& overrides) {
    const auto simulation = simulation_of(case_from_text(small_cavity(), overrides), self);
    physics::StepReport last;
    while (!simulation->finished()) last = simulation->advance();
    return std::pair{*last.mass->pressure, last.state.kinetic_energy};
  };
  const auto box = probe({"mesh.order=13"});
  const auto moved = probe(
      {"mesh.order=13",
       R"set(mesh.map=["x + 0.05*sin(pi*x)*sin(pi*y)", "y - 0.05*sin(pi*x)*sin(pi*y)", "z"])set"});
  fmt::print("p_th {:.9f}, {:.9f}; energy {:.6e}, {:.6e}\n", box.first, moved.first, box.second,
             moved.second);
  EXPECT_NEAR(moved.first, box.first, 1e-6);
  EXPECT_NEAR(moved.second / box.second, 1, 1e-4);
}

}  // namespace
}  // namespace lobatto::validation
