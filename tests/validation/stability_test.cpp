// Modes of flows whose stability is known.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "../support/memory_state.hpp"
#include "case_runner.hpp"
#include "run/setup/base_flow.hpp"

namespace lobatto::validation {
namespace {

using stability::Mode;

/// About the flow that the case begins with.
std::unique_ptr<run::Simulation> perturbation_of(const std::string& text) {
  const auto& world = all_ranks();
  auto simulation = std::make_unique<run::Simulation>(case_from_text(text), world);
  run::set_base_flow(*simulation, {}, world);
  return simulation;
}

Mode leading_mode(const std::string& text) {
  const auto simulation = perturbation_of(text);
  while (!simulation->finished()) simulation->advance();
  EXPECT_TRUE(simulation->mode_search()->is_converged());
  return simulation->mode_search()->modes().front();
}

/// A layer of fluid that is heated from below, in a box of one wave length at onset.
std::string heated_layer(double rayleigh, const std::string& kind = "modes") {
  return fmt::format(R"toml([mesh]
order = 9
plane = true
x = {{ range = [0, "2*pi/3.11632356"], elements = 2, periodic = true }}
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
tolerance = 1e-9
)toml",
                     rayleigh, kind);
}

// Where the growth is zero: Ra 1707.762, wave number 3.116 (Chandrasekhar 1961; Dominguez-Lerma,
// Ahlers and Cannell 1984).
TEST(Stability, FindsTheOnsetOfConvection) {
  const double below = 1707, above = 1708.5;
  const Mode decays = leading_mode(heated_layer(below)), grows = leading_mode(heated_layer(above));
  EXPECT_LT(decays.growth, 0);
  EXPECT_NEAR(grows.frequency, 0, 1e-6);
  const double onset = below - decays.growth * (above - below) / (grows.growth - decays.growth);
  EXPECT_NEAR(onset, 1707.762, 1e-3);
}

TEST(Stability, FindsTheSameGrowthOfTheAdjoint) {
  const Mode direct = leading_mode(heated_layer(1720)),
             adjoint = leading_mode(heated_layer(1720, "adjoint-modes"));
  EXPECT_GT(direct.growth, 1e-3);
  EXPECT_NEAR(adjoint.growth, direct.growth, 1e-9);
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
// to t = 75.7 by a Chebyshev method of 60 points (196.0 by Reddy and Henningson 1993).
TEST(Stability, FindsTheOptimalVorticesOfAChannel) {
  const Mode optimal = leading_mode(R"toml([mesh]
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
)toml");
  EXPECT_NEAR(optimal.growth, 196.17186, 2e-3);
}

void expect_to_go_on(const std::string& text, int steps, int n_propagations) {
  const auto whole = perturbation_of(text);
  run::Simulation rest(case_from_text(text), all_ranks());
  for (int n = 0; n < steps; ++n) whole->advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  whole->visit_state(keeper, true);
  test::StateGiver giver(memory);
  rest.visit_state(giver, true);
  EXPECT_EQ(rest.mode_search()->n_propagations(), n_propagations);
  for (auto* simulation : {whole.get(), &rest})
    while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(whole->state().n_steps(), rest.state().n_steps());
  EXPECT_EQ(whole->mode_search()->shapes().front().real, rest.mode_search()->shapes().front().real);
}

// From the middle of the fourth propagation; the base flow is in the memory, too.
TEST(Stability, GoesOnBitForBit) { expect_to_go_on(heated_layer(1720), 72, 3); }

// From the middle of the way back.
TEST(Stability, GoesOnBitForBitWithAnAdjoint) {
  expect_to_go_on(heated_layer(1720, "adjoint-modes"), 72, 3);
  expect_to_go_on(heated_layer(1720, "transient-growth"), 72, 1);
}

}  // namespace
}  // namespace lobatto::validation
