// A vortex that leaves through an outflow face and draws fluid back in on its way. Without the
// traction of physics::Backflow the energy grows without bound once the vortex is halfway out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "case_runner.hpp"

namespace lobatto::validation {
namespace {

constexpr const char* vortex_through_outflow = R"toml(
[mesh]
order = 6
x = { range = [0, 2.5], elements = 6 }
y = { range = [-1.5, 1.5], elements = 7 }
z = { range = [0, 0.5], elements = 1, periodic = true }
[fluid]
reynolds = 2000
[parameters]
g = 8.0
s = 0.25
[boundary]
x_min = { velocity = ["0.5", "0", "0"] }
x_max = "outflow"
y = "symmetry"
[initial]
velocity = [
  "0.5 - g*y*exp(-((x-1.7)^2 + y^2)/(2*s^2))",
  "g*(x-1.7)*exp(-((x-1.7)^2 + y^2)/(2*s^2))",
  "0",
]
[time]
dt = 2e-3
end = 3.0
)toml";

TEST(Backflow, AVortexLeavesWithoutGainingEnergy) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(vortex_through_outflow), self);
  const double initial = simulation.equations().look().kinetic_energy;
  double largest = 0, most_inward = 0;
  while (!simulation.finished()) {
    const auto report = simulation.advance();
    ASSERT_TRUE(std::isfinite(report.state.kinetic_energy)) << "t = " << report.time;
    largest = std::max(largest, report.state.kinetic_energy);
    const auto& space = simulation.space();
    const auto& u = simulation.state()["velocity"].now(0);
    const std::size_t last = space.n() - 1;
    for (int e = 0; e < space.n_elements(); ++e)
      if (space.box()->element_index(e)[0] == space.box()->n_x() - 1)
        most_inward = std::min(most_inward, u[e * space.element_size() + last]);
  }
  EXPECT_LT(most_inward, -0.2);  // fluid did come back
  EXPECT_LT(largest, 1.01 * initial);
  // What stays is the stream, 0.5^2 / 2, and little more.
  EXPECT_NEAR(simulation.equations().look().kinetic_energy, 0.125, 0.02);
}

}  // namespace
}  // namespace lobatto::validation
