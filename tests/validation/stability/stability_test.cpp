// Modes of flows whose stability is known.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "perturbations.hpp"
#include "stability/sensitivity.hpp"
#include "support/message_of.hpp"

namespace lobatto::validation {
namespace {

using stability::Mode;

Mode leading_mode(const std::string& text) { return modes_of(text).front(); }

/// Rolls at onset, of wave number 3.11632356: of one wave length along x, or along z.
struct Rolls {
  const char* axis;  ///< x
  const char* wave;  ///< in the table [stability]
};
constexpr Rolls along_x{"range = [0, \"2*pi/3.11632356\"], elements = 2", ""},
    along_z{"range = [0, 0.5], elements = 1", "wave_number = 3.11632356"};

/// A layer of fluid that is heated from below.
std::string heated_layer(double rayleigh, const std::string& kind = "modes",
                         const Rolls& rolls = along_x) {
  return fmt::format(R"toml([mesh]
order = 9
plane = true
x = {{ {}, periodic = true }}
y = {{ range = [0, 1], elements = 2 }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 1
[boundary]
y = "wall"
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "1 - y"
boundary.y_min = {{ value = 1 }}
boundary.y_max = {{ value = 0 }}
[forcing]
buoyancy = [{{ scalar = "temperature", coefficient = {}, reference = 0.3, direction = [0, 1, 0] }}]
[time]
dt = 0.005
steps = 20
[stability]
kind = "{}"
modes = 1
krylov_vectors = 12
tolerance = 1e-11
{}
)toml",
                     rolls.axis, rayleigh, kind, rolls.wave);
}

// Where the growth is zero: Ra 1707.762, wave number 3.116 (Chandrasekhar 1961; Dominguez-Lerma,
// Ahlers and Cannell 1984).
TEST(Stability, FindsTheOnsetOfConvection) {
  const double below = 1707, above = 1708.5;
  for (const Rolls& rolls : {along_x, along_z}) {
    const Mode decays = leading_mode(heated_layer(below, "modes", rolls)),
               grows = leading_mode(heated_layer(above, "modes", rolls));
    EXPECT_LT(decays.growth, 0);
    EXPECT_NEAR(grows.frequency, 0, 1e-6);
    const double onset = below - decays.growth * (above - below) / (grows.growth - decays.growth);
    EXPECT_NEAR(onset, 1707.762, 1e-3);
  }
}

/// Where f changes its sign between a and b.
template <class Function>
double root(const Function& f, double a, double b) {
  for (int i = 0; i < 100; ++i) (f(a) * f((a + b) / 2) > 0 ? a : b) = (a + b) / 2;
  return a;
}

// Between walls y = -1 and 1 waves along z do not change along x: of u alone (Squire) growth is
// -nu (beta^2 + (n pi / 2)^2), and of v and w (Orr and Sommerfeld), which lift u but do not feel
// it, -nu (beta^2 + q^2) with beta tanh beta = -q tan q, or beta coth beta = q cot q.
TEST(Stability, FindsStreaksOfPoiseuilleFlow) {
  using std::numbers::pi;
  constexpr double nu = 1e-3, beta = 2.05;
  const auto simulation = perturbation_of(R"toml([mesh]
order = 10
plane = true
x = { range = [0, "2*pi"], elements = 1, periodic = true }
y = { range = [-1, 1], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1e-3
[boundary]
y = "wall"
[initial]
velocity = ["1 - y^2", "0", "0"]
[time]
dt = 0.1
steps = 500
[stability]
kind = "modes"
modes = 4
krylov_vectors = 20
tolerance = 1e-10
wave_number = 2.05
)toml");
  while (!simulation->finished()) simulation->advance();
  const double even = root(
      [](double q) { return beta * std::tanh(beta) * std::cos(q) + q * std::sin(q); }, pi / 2, pi);
  const double odd =
      root([](double q) { return beta / std::tanh(beta) * std::sin(q) - q * std::cos(q); }, pi,
           3 * pi / 2);
  const std::array expected{pi / 2, even, pi, odd};
  const auto modes = simulation->mode_search()->modes();
  for (std::size_t m = 0; m < expected.size(); ++m) {
    EXPECT_NEAR(modes.at(m).growth / (-nu * (beta * beta + expected[m] * expected[m])), 1, 1e-7);
    EXPECT_NEAR(modes[m].frequency, 0, 1e-9);
  }
}

TEST(Stability, OfWavesRefusesABaseFlowAlongThem) {
  std::string text = heated_layer(1700, "modes", along_z);
  text += "[initial]\nvelocity = [\"0\", \"0\", \"y*(1 - y)\"]\n";
  EXPECT_NE(message_of<base::Error>([&] { perturbation_of(text); }).find("along z"),
            std::string::npos);
}

TEST(Stability, FindsTheSameGrowthOfTheAdjoint) {
  for (const Rolls& rolls : {along_x, along_z}) {
    const Mode direct = leading_mode(heated_layer(1720, "modes", rolls)),
               adjoint = leading_mode(heated_layer(1720, "adjoint-modes", rolls));
    EXPECT_GT(direct.growth, 1e-3);
    EXPECT_NEAR(adjoint.growth, direct.growth, 1e-9);
  }
}

double energy_of(const std::vector<double>& vector, const space::FunctionSpace& space) {
  double sum = 0;
  for (std::size_t part = 0; part < vector.size(); part += space.size())
    for (int e = 0; e < space.n_elements(); ++e)
      for (std::size_t q = 0; q < space.element_size(); ++q) {
        const double value = vector[part + e * space.element_size() + q];
        sum += space.mass(e)(q) * value * value;
      }
  return sum;
}

// The energy of what it becomes over its own.
TEST(Stability, KnowsWhatAnOptimalPerturbationBecomes) {
  const auto simulation = perturbation_of(heated_layer(1720, "transient-growth"));
  while (!simulation->finished()) simulation->advance();
  auto& search = *simulation->mode_search();
  const auto optimal = search.shapes().front().real;
  const auto end = search.propagated(optimal);
  EXPECT_NEAR(energy_of(optimal, simulation->space()), 1, 1e-12);
  const double growth = search.modes().front().growth;
  EXPECT_NEAR(energy_of(end, simulation->space()), growth, 1e-8 * growth);
}

// Vortices along the flow, of wave number 2.05 across it, at Re 1000: the energy grows by 196.17186
// to t = 75.7 by a Chebyshev method of 60 points (196.0 by Reddy and Henningson 1993). The flow is
// along z, or along x with waves along z.
TEST(Stability, FindsTheOptimalVorticesOfAChannel) {
  const std::string across = R"toml([mesh]
order = 9
plane = true
x = { range = [0, "2*pi/2.05"], elements = 2, periodic = true }
y = { range = [-1, 1], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1e-3
[boundary]
y = "wall"
[forcing]
body = ["0", "0", "2e-3"]
[initial]
velocity = ["0", "0", "1 - y^2"]
[time]
dt = 0.1
end = 75.7
[stability]
kind = "transient-growth"
modes = 1
krylov_vectors = 6
)toml";
  EXPECT_NEAR(leading_mode(across).growth, 196.17186, 2e-3);
  std::string along = across + "wave_number = 2.05\n";
  for (const auto& [from, to] : {std::pair{"\"2*pi/2.05\"], elements = 2", "6], elements = 1"},
                                 {"[\"0\", \"0\", \"2e-3\"]", "[\"2e-3\", \"0\", \"0\"]"},
                                 {"[\"0\", \"0\", \"1 - y^2\"]", "[\"1 - y^2\", \"0\", \"0\"]"}})
    along.replace(along.find(from), std::string(from).size(), to);
  EXPECT_NEAR(leading_mode(along).growth, 196.17186, 2e-3);
}

/// The flow (0.3 + sin y, 0, 0), held as it is, and a change of it by epsilon, of waves of twice
/// its length along x. They grow where the viscosity is small (Meshalkin and Sinai 1961).
std::string sine_flow(const std::string& kind, double epsilon, const std::string& more = "") {
  return fmt::format(R"toml([mesh]
order = 9
plane = true
x = {{ range = [0, "4*pi"], elements = 3, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 0.1
[initial]
velocity = ["0.3 + sin(y) + {} * (1 + sin(y) + sin(3*y))", "0", "0"]
[time]
dt = 0.02
steps = 100
[stability]
kind = "{}"
modes = 1
krylov_vectors = 16
tolerance = 1e-10
{}
)toml",
                     epsilon, kind, more);
}

/// Its search has ended.
std::unique_ptr<run::Simulation> analysed(const std::string& text) {
  auto simulation = perturbation_of(text);
  while (!simulation->finished()) simulation->advance();
  EXPECT_TRUE(simulation->sensitivity_search()->is_converged());
  return simulation;
}

/// int g (U_2 - U_1), U a base scalar, or the base velocity along x.
double integral_of_change(const run::Simulation& one, const run::Simulation& other,
                          const std::string& name, std::span<const double> g) {
  const auto &before = one.state()[name].now(0), &after = other.state()[name].now(0);
  std::vector<double> change;
  for (std::size_t q = 0; q < before.size(); ++q) change.push_back(after[q] - before[q]);
  return one.space().inner_product(change, g);
}

// Against the modes of two flows that differ by a small change.
TEST(Sensitivity, IsTheChangeOfAnEigenvalueWithTheBaseFlow) {
  for (const std::string more : {"", "wave_number = 0.3"}) {
    const auto simulation = analysed(sine_flow("sensitivity", 0, more));
    constexpr double epsilon = 1e-4;
    const auto changed = perturbation_of(sine_flow("modes", epsilon, more));
    const Mode above = leading_mode(sine_flow("modes", epsilon, more)),
               below = leading_mode(sine_flow("modes", -epsilon, more));
    const auto& [pair, found, budget] = simulation->sensitivity_search()->found().front();
    const double growth =
        integral_of_change(*simulation, *changed, "base_velocity", found.by_base_flow.real);
    const double frequency =
        integral_of_change(*simulation, *changed, "base_velocity", found.by_base_flow.imaginary);
    EXPECT_NEAR(growth / ((above.growth - below.growth) / 2), 1, 1e-5);
    EXPECT_NEAR(frequency / ((above.frequency - below.frequency) / 2), 1, 1e-5);
    EXPECT_GT(found.condition, 1.1);
    // Without buoyancy and boundaries what is gained and lost is all.
    EXPECT_GT(budget.production, 0.2);
    EXPECT_LT(budget.dissipation, -0.08);
    EXPECT_NEAR(budget.rest, 0, 1e-7);
  }
}

/// The flow (sin y + 0.3 sin(y / 2), 0, 0) between walls that a force holds, and a change of it by
/// epsilon sin(y / 2).
std::string held_flow(const std::string& kind, double epsilon) {
  std::string text = sine_flow(kind, 0);
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"2*pi\"], elements = 3, periodic = true", "\"2*pi\"], elements = 4");
  replace("[initial]", "[boundary]\ny = \"wall\"\n[initial]");
  const std::string flow = "0.3 + sin(y) + 0 * (1 + sin(y) + sin(3*y))";
  replace(flow, fmt::format("sin(y) + {} * sin(y/2)", 0.3 + epsilon));
  return text;
}

// A force nu / 4 sin(y / 2) moves the flow by sin(y / 2).
TEST(Sensitivity, IsTheChangeOfAnEigenvalueWithASteadyForce) {
  const auto simulation = analysed(held_flow("sensitivity", 0) + "steady_force = true\n");
  constexpr double epsilon = 1e-4, force = 0.1 / 4;
  const auto changed = perturbation_of(held_flow("modes", epsilon));
  const Mode above = leading_mode(held_flow("modes", epsilon)),
             below = leading_mode(held_flow("modes", -epsilon));
  const auto responses = simulation->sensitivity_search()->responses_of(0);
  ASSERT_EQ(responses.size(), 2U);
  const auto by = [&](std::size_t i) {
    return force * integral_of_change(*simulation, *changed, "base_velocity", responses[i].h);
  };
  EXPECT_NEAR(by(0) / ((above.growth - below.growth) / 2), 1, 1e-4);
  EXPECT_NEAR(by(1) / ((above.frequency - below.frequency) / 2), 1, 1e-5);
}

// At rest the growth changes with the temperature alone; the profile loses what the mode gains.
TEST(Sensitivity, IsTheChangeOfAnEigenvalueWithABaseScalar) {
  const auto with_profile = [](const std::string& kind, const std::string& more) {
    std::string text = heated_layer(1800, kind);
    const std::string initial = "initial = \"1 - y", steps = "0.005\nsteps = 20";
    text.insert(text.find(initial) + initial.size(), more);
    return text.replace(text.find(steps), steps.size(), "0.0005\nsteps = 200");
  };
  const std::string change = "*sin(pi*y)^2*cos(pi*y)";
  const auto simulation = analysed(with_profile("sensitivity", ""));
  const auto changed = perturbation_of(with_profile("modes", " + 1e-3" + change));
  const double difference = (leading_mode(with_profile("modes", " + 1e-3" + change)).growth -
                             leading_mode(with_profile("modes", " - 1e-3" + change)).growth) /
                            2;
  const auto& found = simulation->sensitivity_search()->found().front().sensitivity;
  const std::size_t size = simulation->space().size();
  const double growth =
      integral_of_change(*simulation, *changed, "base_temperature",
                         std::span(found.by_base_flow.real).subspan(3 * size, size));
  EXPECT_NEAR(growth / difference, 1, 1e-5);
}

// From the middle of the fourth propagation; the base flow is in the memory, too.
TEST(Stability, GoesOnBitForBit) {
  for (const Rolls& rolls : {along_x, along_z})
    expect_to_go_on(heated_layer(1720, "modes", rolls), 72, 3);
}

// From the middle of the first propagation, of the second one of the adjoint, and of the second one
// for the steady force.
TEST(Sensitivity, GoesOnBitForBit) {
  const std::string text = heated_layer(1720, "sensitivity") + "steady_force = true\n";
  const auto simulation = perturbation_of(text);
  int n_modes = 0, n_adjoint = 0;
  const auto kind = [&] { return simulation->mode_search()->settings().kind; };
  for (; kind() == stability::SearchKind::modes; ++n_modes) simulation->advance();
  const auto& search = *simulation->sensitivity_search();
  for (; search.steady_force() == nullptr; ++n_adjoint) simulation->advance();
  expect_to_go_on(text, 12, 0);
  expect_to_go_on(text, n_modes + 32, 1);
  expect_to_go_on(text, n_modes + n_adjoint + 32, n_adjoint / 20);
}

// From the middle of the way back.
TEST(Stability, GoesOnBitForBitWithAnAdjoint) {
  expect_to_go_on(heated_layer(1720, "adjoint-modes"), 72, 3);
  expect_to_go_on(heated_layer(1720, "transient-growth"), 72, 1);
}

}  // namespace
}  // namespace lobatto::validation
