// Boussinesq coupling: the onset of convection between rigid plates, Ra_c = 1707.762 at wave
// number 3.117 (Chandrasekhar, Hydrodynamic and Hydromagnetic Stability, 1961).
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

/// Growth rate of the kinetic energy of a small roll, with velocities in units of diffusivity over
/// height, Pr = 1.
double growth_rate(double rayleigh) {
  const auto self = comm::Communicator::self();
  auto the_case = case_from_text(R"toml(
[mesh]
order = 7
x = { range = [0, "2*pi/3.117"], elements = 2, periodic = true }
y = { range = [0, 1], elements = 1, periodic = true }
z = { range = [0, 1], elements = 2 }
[fluid]
viscosity = 1
[parameters]
k = 3.117
[boundary]
z = "wall"
[[forcing.buoyancy]]
scalar = "temperature"
coefficient = 1708
reference = 0
[[scalar]]
name = "temperature"
prandtl = 1
initial = "1 - z + 1e-6*cos(k*x)*sin(pi*z)"
boundary = { z_min = { value = "1" }, z_max = { value = "0" } }
[time]
dt = 2e-3
end = 1.2
)toml",
                                 {fmt::format("forcing.buoyancy[0].coefficient={}", rayleigh)});
  run::Simulation simulation(the_case, self);
  double early = 0, early_time = 0;
  while (!simulation.finished()) {
    const auto report = simulation.advance();
    if (early == 0 && report.time > 0.6) {
      early = report.state.kinetic_energy;
      early_time = report.time;
    }
  }
  const double late = simulation.equations().look().kinetic_energy;
  return std::log(late / early) / (simulation.state().time() - early_time);
}

TEST(Buoyancy, OnsetOfConvection) {
  const double below = growth_rate(1690.0);
  const double above = growth_rate(1725.0);
  EXPECT_LT(below, 0.0);
  EXPECT_GT(above, 0.0);
  const double critical = 1690.0 + 35.0 * below / (below - above);
  fmt::print("growth rates {:.5f} and {:.5f}: critical Rayleigh number {:.3f}\n", below, above,
             critical);
  EXPECT_NEAR(critical, 1707.762, 0.05);
}

}  // namespace
}  // namespace lobatto::validation
