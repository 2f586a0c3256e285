// Open faces through which a flow passes that changes along the normal, under the traction, or
// with the tangential velocity, that it has there.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "case_runner.hpp"
#include "same_elements.hpp"

namespace lobatto::validation {
namespace {

using Row = std::array<std::string, 3>;

std::string list_of(const Row& row) {
  return fmt::format(R"(["{}", "{}", "{}"])", row[0], row[1], row[2]);
}

/// Between faces where it is given, and x_max.
struct Flow {
  std::string mesh;
  Row velocity;
  std::array<Row, 3> slopes;  ///< [c][b]: du_c / dx_b
  std::string pressure;
  std::string viscosity = "1";
  Row force = {"0", "0", "0"};

  [[nodiscard]] std::string traction(bool of_stress) const {
    Row traction;
    for (int c = 0; c < 3; ++c)
      traction[c] = fmt::format("({})*(({}) + ({}))", viscosity, slopes[c][0],
                                of_stress ? slopes[0][c] : "0");
    traction[0] += fmt::format(" - ({})", pressure);
    return fmt::format("traction = {}{}", list_of(traction),
                       of_stress ? ", traction_form = \"stress\"" : "");
  }
  /// All that can be said of x_max.
  [[nodiscard]] std::vector<std::string> conditions() const {
    const std::string along = "tangential_velocity = " + list_of(velocity) + ", ";
    return {traction(false), traction(true), along + traction(false), along + traction(true),
            along + "pressure = \"" + pressure + "\""};
  }
  /// From rest until it is steady.
  [[nodiscard]] std::string text(const std::string& x_max) const {
    return fmt::format(R"toml(
[mesh]
order = 9
{}
[fluid]
viscosity = "{}"
[forcing]
body = {}
[boundary]
x_max = {{ {} }}
x_min = {{ velocity = "exact" }}
y = {{ velocity = "exact" }}
[time]
order = 2
dt = 0.02
end = 10
[solver]
tolerance = 1e-13
pressure_tolerance = 1e-12
[exact]
velocity = {}
pressure = "{}"
)toml",
                       mesh, viscosity, list_of(force), x_max, list_of(velocity), pressure);
  }
};

const std::string slice = R"toml(
x = { range = [0, 1], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true })toml";

/// Towards the wall x = -1 from all sides but z's, or along x and y towards z = -1.
Flow plane_stagnation() {
  return {slice,
          {"x", "-y", "0"},
          {{{"1", "0", "0"}, {"0", "-1", "0"}, {"0", "0", "0"}}},
          "-(x^2 + y^2)/2"};
}
Flow round_stagnation() {
  const std::string block = R"toml(
x = { range = [0, 1], elements = 2 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1 })toml";
  return {block,
          {"0.5*x", "0.5*y", "-z"},
          {{{"0.5", "0", "0"}, {"0", "0.5", "0"}, {"0", "0", "-1"}}},
          "-(x^2 + y^2)/8 - z^2/2"};
}
/// No polynomial; a potential flow, the gradient of exp(x) cos(y) / 2.
Flow growing() {
  const std::string c = "0.5*exp(x)*cos(y)", s = "-0.5*exp(x)*sin(y)";
  return {slice, {c, s, "0"}, {{{c, s, "0"}, {s, "-" + c, "0"}, {"0", "0", "0"}}}, "-exp(2*x)/8"};
}
/// The same with a viscosity that varies: what div(2 nu S) leaves is the force.
Flow growing_in_a_varying_fluid() {
  Flow flow = growing();
  flow.viscosity = "1 + 0.1*x + 0.05*y^2";
  const auto& s = flow.slopes;
  for (int c = 0; c < 2; ++c)
    flow.force[c] = fmt::format("-0.2*({}) - 0.2*y*({})", s[c][0], s[c][1]);
  return flow;
}

double worst_error(const run::Simulation& simulation) {
  return std::max({max_error(simulation, "u"), max_error(simulation, "v"),
                   max_error(simulation, "w"), max_error(simulation, "p")});
}

const std::vector<std::string> iterative{"solver.pressure=schwarz-multigrid",
                                         "solver.velocity=jacobi-cg"};

TEST(Tractions, OfStagnationFlowAreThoseOfTheExactOne) {
  for (const auto& condition : plane_stagnation().conditions())
    EXPECT_LT(worst_error(*run_on_all(plane_stagnation().text(condition), {"mesh.order=4"})), 1e-10)
        << condition;
  for (const auto& condition : round_stagnation().conditions())
    EXPECT_LT(worst_error(*run_on_all(round_stagnation().text(condition),
                                      {"mesh.order=4", "boundary.z={ velocity = \"exact\" }"})),
              1e-10)
        << condition;
}

TEST(Tractions, ConvergeExponentiallyWithTheOrder) {
  for (const auto& condition : growing().conditions()) {
    std::vector<double> errors;
    for (const char* order : {"mesh.order=5", "mesh.order=7", "mesh.order=9"})
      errors.push_back(worst_error(*run_on_all(growing().text(condition), {order})));
    EXPECT_LT(errors[1], errors[0] / 100) << condition;
    EXPECT_LT(errors[2], errors[1] / 100) << condition;
    EXPECT_LT(errors[2], 1e-9) << condition;
  }
}

TEST(Tractions, HoldWhereTheViscosityVaries) {
  for (const auto& condition : growing_in_a_varying_fluid().conditions())
    EXPECT_LT(worst_error(*run_on_all(growing_in_a_varying_fluid().text(condition))), 1e-8)
        << condition;
}

/// The growing flow under its traction on a face that is no plane.
std::string on_a_curved_face(bool of_stress) {
  auto flow = growing();
  flow.mesh += "\nmap = [\"x + 0.1*x*sin(y)\", \"y\", \"z\"]";
  Row traction;
  for (int c = 0; c < 3; ++c)
    traction[c] =
        fmt::format("{}*(({})*nx + ({})*ny) - ({})*{}", of_stress ? 2 : 1, flow.slopes[c][0],
                    flow.slopes[c][1], flow.pressure, std::array{"nx", "ny", "nz"}[c]);
  return flow.text("traction = " + list_of(traction) +
                   (of_stress ? ", traction_form = \"stress\"" : ""));
}

TEST(Tractions, HoldOnACurvedFaceWithIterativeSolvers) {
  for (const bool of_stress : {false, true})
    EXPECT_LT(worst_error(*run_on_all(on_a_curved_face(of_stress), iterative)), 2e-8) << of_stress;
}

// Nodes of the face that ranks share have one pressure.
TEST(TractionsOnRanks, AreTheSame) {
  const auto self = comm::Communicator::self();
  std::vector<std::string> overrides{"mesh.order=4", "mesh.y.elements=4", "time.steps=30"};
  overrides.insert(overrides.end(), iterative.begin(), iterative.end());
  for (const bool of_stress : {false, true}) {
    const auto text = on_a_curved_face(of_stress);
    const auto all = run_on_all(text, overrides);
    const auto alone = run(case_from_text(text, overrides), self);
    for (const char* field : {"u", "v", "p"})
      EXPECT_NEAR(max_error(*all, field), max_error(*alone, field), 1e-9) << field;
  }
}

/// u = d psi / dy, v = - d psi / dx with psi = (1 + (1 - x)^3 / 2) sin y: at x = 1 the velocity
/// does not change along x. The pressure is (1 - x) cos y more than there.
std::string settled(const std::string& x_max, const std::string& outside,
                    const std::string& viscosity, const Row& slopes_of_viscosity) {
  Flow flow{slice,
            {"(1 + 0.5*(1-x)^3)*cos(y)", "1.5*(1-x)^2*sin(y)", "0"},
            {{{"-1.5*(1-x)^2*cos(y)", "-(1 + 0.5*(1-x)^3)*sin(y)", "0"},
              {"-3*(1-x)*sin(y)", "1.5*(1-x)^2*cos(y)", "0"},
              {"0", "0", "0"}}},
            "(1-x)*cos(y) + " + outside};
  flow.viscosity = viscosity;
  const Row laplacian{"(3*(1-x) - 1 - 0.5*(1-x)^3)*cos(y)", "(3 - 1.5*(1-x)^2)*sin(y)", "0"};
  const Row of_pressure{"-cos(y)", "-(1-x)*sin(y)", "0"};
  for (int c = 0; c < 2; ++c) {
    flow.force[c] =
        fmt::format("({})*({}) + ({})*({}) + ({}) - ({})*({})", flow.velocity[0], flow.slopes[c][0],
                    flow.velocity[1], flow.slopes[c][1], of_pressure[c], viscosity, laplacian[c]);
    for (int b = 0; b < 2; ++b)
      flow.force[c] += fmt::format(" - ({})*(({}) + ({}))", slopes_of_viscosity[b],
                                   flow.slopes[c][b], flow.slopes[b][c]);
  }
  std::string text = flow.text("");
  text.replace(text.find("x_max = {  }"), 12, "x_max = " + x_max);
  return text;
}

TEST(Tractions, OutflowAndPressureFitAFlowThatNoLongerChanges) {
  for (const auto& [viscosity, slopes] : {std::pair<std::string, Row>{"0.5", {"0", "0", "0"}},
                                          {"0.5 + 0.1*x + 0.05*y^2", {"0.1", "0.1*y", "0"}}}) {
    EXPECT_LT(worst_error(*run_on_all(settled("\"outflow\"", "0", viscosity, slopes))), 1e-8);
    EXPECT_LT(worst_error(*run_on_all(settled("{ pressure = 0.3 }", "0.3", viscosity, slopes))),
              1e-8);
  }
}

/// The growing flow times 1 + sin(3 t) / 2.
Flow pulsating() {
  Flow flow = growing();
  const std::string factor = "(1 + 0.5*sin(3*t))*";
  const auto times = [&](std::string& text) {
    if (text != "0") text = factor + "(" + text + ")";
  };
  for (int c = 0; c < 3; ++c) {
    times(flow.velocity[c]);
    for (auto& slope : flow.slopes[c]) times(slope);
  }
  flow.pressure = "-1.5*cos(3*t)*0.5*exp(x)*cos(y) - (1 + 0.5*sin(3*t))^2*exp(2*x)/8";
  flow.viscosity = "0.01";
  return flow;
}

TEST(Tractions, OfTimeKeepTheOrderOfTheStep) {
  for (const auto& condition : pulsating().conditions())
    for (const int order : {2, 3}) {
      std::vector<double> errors;
      for (const char* dt : {"0.004", "0.002"})
        errors.push_back(max_error(
            *run_on_all(pulsating().text(condition),
                        {fmt::format("time.order={}", order), fmt::format("time.dt={}", dt),
                         "time.end=0.6", "initial.velocity=exact"}),
            "u"));
      EXPECT_GT(slope(errors[0], errors[1]), order - 0.2) << condition;
      EXPECT_LT(errors[1], order == 2 ? 1e-5 : 1e-7) << condition;
    }
}

// nu dt / h^2 is 0.4 and 40; what the flow begins with has to die away.
TEST(Tractions, StayStableAtLargeViscousSteps) {
  auto flow = growing();
  for (const char* viscosity : {"10", "1000"})
    for (const char* order : {"time.order=2", "time.order=3"}) {
      flow.viscosity = viscosity;
      for (const auto& condition : flow.conditions()) {
        const auto simulation = run_on_all(
            flow.text(condition),
            {order, "mesh.order=7", "time.dt=0.01", "time.end=5",
             R"toml(initial.velocity=["0.5*exp(x)*cos(y)*(1 + 0.1*sin(9*x))", "-0.5*exp(x)*sin(y)", "0"])toml"});
        EXPECT_LT(max_error(*simulation, "u"), 1e-6) << condition;
      }
    }
}

/// 1 - y^2, with the shear 2 nu y that the whole stress has at its end.
TEST(Tractions, OfAChannelStayStableAtLargeViscousSteps) {
  for (const std::string x_max :
       {"\"outflow\"", "{ traction = [\"0\", \"0\", \"0\"] }",
        "{ traction = [\"0\", \"-2000*y\", \"0\"], traction_form = \"stress\" }"}) {
    const auto simulation = run_on_all(R"toml(
[mesh]
order = 6
x = { range = [0, 4], elements = 4 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1000
[boundary]
x_min = { velocity = "exact" }
y = "wall"
x_max = )toml" + x_max + R"toml(
[initial]
velocity = ["1 - y^2 + 0.01*sin(4*x)*(1 - y^2)", "0", "0"]
[time]
dt = 0.1
steps = 1600
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "2000*(4 - x)"
)toml");
    EXPECT_LT(max_error(*simulation, "u"), 1e-7) << x_max;
    EXPECT_LT(max_error(*simulation, "v"), 1e-7) << x_max;
  }
}

/// Blowing of a strength that varies along the face: the whole stress along it has nu d(u .
/// n)/dx, too.
TEST(Tractions, OfTheWholeStressActAlongAFaceOfGivenNormalVelocity) {
  const Flow flow = growing();
  const auto text =
      flow.text("normal_velocity = \"" + flow.velocity[0] + "\", " + flow.traction(true));
  EXPECT_LT(worst_error(*run_on_all(text)), 1e-9);
}

}  // namespace
}  // namespace lobatto::validation
