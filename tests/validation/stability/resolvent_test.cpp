// Optimal harmonic forces of flows whose resolvent is known.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "../support/message_of.hpp"
#include "base/error.hpp"
#include "perturbations.hpp"

namespace lobatto::validation {
namespace {

constexpr double dt = 0.1;

/// A uniform flow, U = 0.4 along x and 0.2 along y, in a periodic box: waves along x, y and z are
/// carried along and decay, each by itself, and so do those of a scalar, slower.
std::string carried_waves(const std::string& keys, double diffusivity = 0.5, int order = 6) {
  return fmt::format(R"toml([mesh]
order = {2}
plane = true
x = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
y = {{ range = [0, "2*pi"], elements = 3, periodic = true }}
z = {{ range = [0, 1], elements = 1, periodic = true }}
[fluid]
viscosity = 0.3
[initial]
velocity = ["0.4", "0.2", "0"]
[[scalar]]
name = "dye"
diffusivity = {1}
initial = "0"
[time]
dt = {0}
steps = 160
[stability]
kind = "resolvent"
frequencies = [0, 0.5, 1.3]
wave_number = 1
{3}
)toml",
                     dt, diffusivity, order, keys);
}

/// The largest of 1 / |d + c i k U + nu (k^2 + beta^2)| with d = i w and c = 1 or, of steps of the
/// length dt, what backward differences of third order make of exp(i w t), and extrapolation of 1.
double gain_of_waves(double frequency, double diffusivity, bool of_steps) {
  const auto z = std::polar(1.0, -frequency * dt);
  const auto d = of_steps ? (11. / 6. - 3. * z + 1.5 * z * z - z * z * z / 3.) / dt
                          : std::complex(0.0, frequency);
  const auto c = of_steps ? 3. * z - 3. * z * z + z * z * z : 1.;
  double largest = 0;
  for (int k = -5; k <= 5; ++k)
    for (int m = -5; m <= 5; ++m) {
      const std::complex<double> carried(0, 0.4 * k + 0.2 * m);
      const double rate = diffusivity * (k * k + m * m + 1);
      largest = std::max(largest, 1 / std::abs(d + c * carried + rate));
    }
  return largest;
}

std::unique_ptr<run::Simulation> finished(const std::string& text) {
  auto simulation = perturbation_of(text);
  while (!simulation->finished()) simulation->advance();
  EXPECT_TRUE(simulation->resolvent_search()->is_converged());
  return simulation;
}

// All frequencies in one run; what keeps the gain from being exact is the error of the steps.
TEST(Resolvent, FindsTheGainOfWavesThatAreCarriedAlong) {
  const auto simulation = finished(carried_waves("krylov_vectors = 40"));
  const auto& search = *simulation->resolvent_search();
  for (std::size_t k = 0; k < 3; ++k) {
    const double frequency = search.settings().frequencies[k];
    const double gain = search.resonances(k).front().gain;
    EXPECT_NEAR(gain / gain_of_waves(frequency, 0.3, false), 1, 1e-4);
    EXPECT_NEAR(gain / gain_of_waves(frequency, 0.3, true), 1, 1e-5);
  }
}

double norm_of(const std::vector<double>& vector, const space::FunctionSpace& space) {
  double sum = 0;
  for (std::size_t part = 0; part < vector.size(); part += space.size())
    for (int e = 0; e < space.n_elements(); ++e)
      for (std::size_t q = 0; q < space.element_size(); ++q)
        sum += space.mass(e)(q) * std::pow(vector[part + e * space.element_size() + q], 2);
  return std::sqrt(space.communicator().sum(sum));
}

// Of a scalar that decays slower than the flow; its force is a source.
TEST(ResolventOnRanks, ForcesScalarsToo) {
  const auto simulation = finished(carried_waves("krylov_vectors = 40", 0.1));
  const auto& search = *simulation->resolvent_search();
  for (std::size_t k = 0; k < 3; ++k) {
    const double expected = gain_of_waves(search.settings().frequencies[k], 0.1, true);
    EXPECT_NEAR(search.resonances(k).front().gain / expected, 1, 1e-5);
    const auto shape = search.shape(k, 0);
    EXPECT_NEAR(norm_of(shape.force, simulation->space()), 1, 1e-10);
    EXPECT_NEAR(norm_of(shape.response, simulation->space()) / expected, 1, 1e-5);
  }
}

/// From the middle of a propagation, so many steps after the beginning.
void expect_same_end(const std::string& text, int steps) {
  const auto whole = perturbation_of(text);
  run::Simulation rest(case_from_text(text), all_ranks());
  for (int n = 0; n < steps; ++n) whole->advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  whole->visit_state(keeper, true);
  test::StateGiver giver(memory);
  rest.visit_state(giver, true);
  for (auto* simulation : {whole.get(), &rest})
    while (!simulation->finished()) simulation->advance();
  EXPECT_EQ(whole->state().n_steps(), rest.state().n_steps());
  const auto one = whole->resolvent_search()->shape(1, 0),
             other = rest.resolvent_search()->shape(1, 0);
  EXPECT_EQ(one.force, other.force);
  EXPECT_EQ(one.response, other.response);
}

// On the first way back, on the way forwards that follows, and on the way back after that.
TEST(Resolvent, GoesOnBitForBit) {
  const std::string text = carried_waves("tolerance = 1e-2\nkrylov_vectors = 4", 0.5, 3);
  const auto simulation = perturbation_of(text);
  const auto& search = *simulation->resolvent_search();
  std::array<int, 3> begins{};
  int n = 0;
  for (int phase = 1; phase < 3; ++phase) {
    const bool is_back = search.is_going_back();
    for (; search.is_going_back() == is_back; ++n) simulation->advance();
    begins.at(phase) = n;
  }
  for (const int begin : begins) expect_same_end(text, begin + 7);
}

// Heated from below beyond the onset of convection.
TEST(Resolvent, RefusesAnUnstableBaseFlow) {
  const std::string text = R"toml([mesh]
order = 5
plane = true
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 1, periodic = true }
[fluid]
viscosity = 1
[boundary]
y = "wall"
[[scalar]]
name = "temperature"
diffusivity = 1
initial = "1 - y"
boundary.y_min = { value = 1 }
boundary.y_max = { value = 0 }
[forcing]
buoyancy = [{ scalar = "temperature", coefficient = 4000, direction = [0, 1, 0] }]
[time]
dt = 0.005
steps = 100
[stability]
kind = "resolvent"
frequencies = [0]
)toml";
  const auto simulation = perturbation_of(text);
  const auto message = message_of<base::Error>([&] {
    while (!simulation->finished()) simulation->advance();
  });
  EXPECT_NE(message.find("the base flow is unstable"), std::string::npos) << message;
}

}  // namespace
}  // namespace lobatto::validation
