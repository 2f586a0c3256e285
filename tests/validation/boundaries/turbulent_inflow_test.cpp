// Synthetic turbulence at the inlet of a channel.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "case_runner.hpp"
#include "restarted_run.hpp"
#include "same_elements.hpp"
#include "space/boundary.hpp"

namespace lobatto::validation {
namespace {

const std::string turbulent_channel = R"toml(
[mesh]
order = 5
x = { range = [0, 3], elements = 3 }
y = { range = [-1, 1], elements = 3 }
z = { range = [0, 2], elements = 2, periodic = true }
[fluid]
viscosity = 0.01
[boundary]
x_max = "outflow"
y = "wall"
[boundary.x_min]
velocity = ["1 - y^2", "0", "0"]
turbulence = { intensity = "0.1*(1 - y^2)", length = 0.4, convection = [0.7, 0, 0], waves = 50, seed = 3 }
[initial]
velocity = ["1 - y^2", "0", "0"]
[time]
dt = 0.01
steps = 8
)toml";

TEST(TurbulentInflow, PassesThroughTheInletWithoutANetFlux) {
  run::Simulation simulation(case_from_text(turbulent_channel), all_ranks());
  const auto& space = simulation.space();
  const space::Boundary inlet(space, 0);
  std::vector<double> u(inlet.n_values()), profile(inlet.n_values());
  inlet.evaluate(
      [](const space::Points& points, double, std::span<double> out) {
        for (std::size_t q = 0; q < out.size(); ++q) out[q] = 1 - points.y[q] * points.y[q];
      },
      0, profile);
  while (!simulation.finished()) {
    simulation.advance();
    inlet.restrict_field(simulation.state()["velocity"].now(0), u);
    double through = 0, largest = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
      through += inlet.weights()[i] * u[i];
      largest = std::max(largest, std::abs(u[i] - profile[i]));
    }
    EXPECT_NEAR(all_ranks().sum(through), 2 * 4.0 / 3, 1e-12);
    EXPECT_GT(all_ranks().max(largest), 0.05);
    EXPECT_LT(all_ranks().max(largest), 0.6);
  }
}

TEST(TurbulentInflow, IsTheSameOnAnyNumberOfRanks) {
  const auto one = comm::Communicator::self();
  const auto parallel = run(case_from_text(turbulent_channel), all_ranks());
  const auto serial = run(case_from_text(turbulent_channel), one);
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(relative_difference(parallel->space(), parallel->state()["velocity"].now(d),
                                  serial->state()["velocity"].now(d)),
              1e-11);
}

TEST(TurbulentInflow, GoesOnBitForBit) {
  EXPECT_EQ(restart_difference(case_from_text(turbulent_channel), 4, "velocity"), 0);
}

TEST(TurbulentInflow, IsAnotherOneForAnotherSeed) {
  const auto one = run(case_from_text(turbulent_channel), all_ranks());
  const auto other =
      run(case_from_text(turbulent_channel, {"boundary.x_min.turbulence.seed=4"}), all_ranks());
  double difference = 0;
  for (std::size_t q = 0; q < one->state()["velocity"].now(1).size(); ++q)
    difference = std::max(difference, std::abs(one->state()["velocity"].now(1)[q] -
                                               other->state()["velocity"].now(1)[q]));
  EXPECT_GT(all_ranks().max(difference), 0.05);
}

}  // namespace
}  // namespace lobatto::validation
