// Modes of flows that are periodic in time, whose multipliers are known.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "base/error.hpp"
#include "perturbations.hpp"
#include "support/message_of.hpp"

namespace lobatto::validation {
namespace {

using std::numbers::pi;

/// U = 0.4 + 1.5 cos 2 t all over a box of length 2 pi carries waves along x of a scalar, while
/// they and waves along z decay.
std::string swaying_box(const std::string& keys, int steps = 100) {
  return fmt::format(R"toml([mesh]
order = 5
plane = true
x = {{ range = [0, "2*pi"], elements = 4, periodic = true }}
y = {{ range = [0, 1], elements = 1, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 0.3
[forcing]
body = ["-3*sin(2*t)", "0", "0"]
[initial]
velocity = ["1.9", "0", "0"]
[[scalar]]
name = "dye"
diffusivity = 0.1
initial = "0"
[time]
dt = "pi/{0}"
steps = {0}
[stability]
krylov_vectors = 12
tolerance = 1e-9
period = "known"
wave_number = 1
{1}
)toml",
                     steps, keys);
}

// exp(-kappa (beta^2 + k^2) T - i k int U dt): of the mean of U, and not of what it begins with; to
// the error of the steps, which is of third order.
TEST(Floquet, FindsMultipliersOfWavesThatAreCarriedToAndFro) {
  const auto error = [](int steps) {
    const auto modes = modes_of(swaying_box("kind = \"modes\"\nmodes = 2", steps));
    EXPECT_NEAR(modes[0].growth, -0.1, 1e-6);
    EXPECT_NEAR(modes[0].frequency, 0, 1e-9);
    EXPECT_NEAR(modes.at(1).growth, -0.2, 1e-3);
    EXPECT_NEAR(modes[1].frequency, 0.4, 1e-3);
    return std::abs(modes[1].eigenvalue - std::exp(pi * std::complex(-0.2, 0.4)));
  };
  const double coarse = error(100), fine = error(200);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(std::log2(coarse / fine), 2.5);
}

// A flow that is (1 + cos(t) / 2) (1 - y^2) between walls. Waves along z that do not change along x
// feel no U, and decay as in FindsStreaksOfPoiseuilleFlow; those of v and w lift u.
constexpr double nu = 1e-2, beta = 2.05;
std::string pulsating_channel(const std::string& keys) {
  return R"toml([mesh]
order = 8
plane = true
x = { range = [0, 6], elements = 1, periodic = true }
y = { range = [-1, 1], elements = 4 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1e-2
[boundary]
y = "wall"
[forcing]
body = ["-0.5*sin(t)*(1 - y^2) + 0.02*(1 + 0.5*cos(t))", "0", "0"]
[initial]
velocity = ["1.5*(1 - y^2)", "0", "0"]
[time]
dt = "2*pi/200"
steps = 200
[stability]
krylov_vectors = 12
tolerance = 1e-9
period = "known"
wave_number = 2.05
)toml" + keys +
         "\n";
}

TEST(Floquet, FindsTheDecayOfStreaksInAPulsatingChannel) {
  double q = pi / 2;  // beta tanh beta = -q tan q, by Newton's method
  for (int i = 0; i < 50; ++i) q = pi - std::atan(beta * std::tanh(beta) / q);
  const std::array expected{pi / 2, q};
  for (const auto* kind : {"modes", "adjoint-modes"}) {
    const auto modes = modes_of(pulsating_channel(fmt::format("kind = \"{}\"\nmodes = 2", kind)));
    for (std::size_t m = 0; m < expected.size(); ++m) {
      EXPECT_NEAR(modes.at(m).growth / (-nu * (beta * beta + expected[m] * expected[m])), 1, 1e-6);
      EXPECT_NEAR(modes[m].frequency, 0, 1e-9);
    }
  }
}

// The energy of what it becomes over its own.
TEST(Floquet, KnowsWhatAnOptimalPerturbationBecomes) {
  const auto simulation =
      perturbation_of(pulsating_channel("kind = \"transient-growth\"\nmodes = 1"));
  while (!simulation->finished()) simulation->advance();
  auto& search = *simulation->mode_search();
  const auto& space = simulation->space();
  const auto end = search.propagated(search.shapes().front().real);
  double energy = 0;
  for (const auto part : search.parts_of(end))
    for (int e = 0; e < space.n_elements(); ++e)
      for (std::size_t i = 0; i < space.element_size(); ++i)
        energy += space.mass(e)(i) * std::pow(part[e * space.element_size() + i], 2);
  const double growth = search.modes().front().growth;
  EXPECT_GT(growth, 2);
  EXPECT_NEAR(all_ranks().sum(energy), growth, 1e-8 * growth);
}

// From the middle of a propagation, which looks at three levels of the base flow, and from the
// second step of one.
TEST(Floquet, GoesOnBitForBit) {
  const auto text = swaying_box("kind = \"modes\"\nmodes = 2", 40);
  expect_to_go_on(text, 142, 3);
  expect_to_go_on(text, 121, 3);
  expect_to_go_on(swaying_box("kind = \"transient-growth\"\nmodes = 1", 40), 142, 1);
}

TEST(Floquet, RefusesAFlowThatDoesNotRepeatItself) {
  auto text = swaying_box("kind = \"modes\"\nmodes = 2");
  text.replace(text.find("-3*sin(2*t)"), 11, "-3*sin(3*t)");
  const auto message = message_of<base::Error>([&] { perturbation_of(text); });
  EXPECT_NE(message.find("does not repeat itself: after t = 3.14159"), std::string::npos)
      << message;
}

}  // namespace
}  // namespace lobatto::validation
