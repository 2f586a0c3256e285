// A channel whose inflow is what flows inside of it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "case_runner.hpp"
#include "same_elements.hpp"
#include "support/memory_state.hpp"
#include "support/message_of.hpp"

namespace lobatto::validation {
namespace {

const std::string recycled_channel = R"toml(
[mesh]
order = 7
x = { range = [0, 3], elements = 3 }
y = { range = [-1, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.5
[boundary]
x_min = { recycle = { offset = [1.7, 0, 0], bulk_velocity = "2/3" } }
x_max = "outflow"
y = "wall"
[initial]
velocity = ["0.3*(1 - y^8) + 0.1*x*sin(pi*y)", "0", "0"]
[time]
dt = 0.02
end = 15
[exact]
velocity = ["1 - y^2", "0", "0"]
pressure = "3 - x"
)toml";

std::unique_ptr<run::Simulation> run_recycled(const std::vector<std::string>& overrides = {}) {
  return run(case_from_text(recycled_channel, overrides), all_ranks());
}

TEST(Recycling, MakesADevelopingChannelAParabolaOfTheGivenMean) {
  const auto simulation = run_recycled();
  EXPECT_LT(max_error(*simulation, "u"), 1e-8);
  EXPECT_LT(max_error(*simulation, "v"), 1e-8);
  EXPECT_LT(max_error(*simulation, "p"), 1e-7);
}

TEST(Recycling, HoldsTheMeanInEveryStep) {
  run::Simulation simulation(case_from_text(recycled_channel, {"time.steps=5"}), all_ranks());
  while (!simulation.finished()) {
    simulation.advance();
    const auto& space = simulation.space();
    const space::Boundary inlet(space, 0);
    std::vector<double> u(inlet.n_values());
    inlet.restrict_field(simulation.state()["velocity"].now(0), u);
    double through = 0;
    for (std::size_t i = 0; i < u.size(); ++i) through += inlet.weights()[i] * u[i];
    EXPECT_NEAR(space.communicator().sum(through), 2 * 2.0 / 3, 1e-12);
  }
}

TEST(Recycling, IsTheSameOnAnyNumberOfRanks) {
  const std::vector<std::string> few{"time.end=0.4"};
  const auto parallel = run_recycled(few);
  const auto one = comm::Communicator::self();
  const auto serial = run(case_from_text(recycled_channel, few), one);
  for (const int d : {0, 1})
    EXPECT_LT(relative_difference(parallel->space(), parallel->state()["velocity"].now(d),
                                  serial->state()["velocity"].now(d)),
              1e-11);
}

TEST(Recycling, GoesOnBitForBit) {
  const auto the_case = case_from_text(recycled_channel, {"time.steps=7"});
  run::Simulation straight(the_case, all_ranks()), restarted(the_case, all_ranks());
  for (int step = 0; step < 4; ++step) straight.advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, all_ranks());
  straight.visit_state(keeper, true);
  test::StateGiver giver(memory);
  restarted.visit_state(giver, true);
  for (run::Simulation* simulation : {&straight, &restarted})
    while (!simulation->finished()) simulation->advance();
  for (int d = 0; d < 3; ++d)
    EXPECT_EQ(
        max_difference(straight.state()["velocity"].now(d), restarted.state()["velocity"].now(d)),
        0);
}

TEST(Recycling, WantsAPlaneInsideAndAFlowThroughIt) {
  const auto message = [&](const std::string& override_text) {
    return message_of<base::Error>([&] {
      run::Simulation simulation(case_from_text(recycled_channel, {override_text}), all_ranks());
      simulation.advance();
    });
  };
  EXPECT_NE(message("boundary.x_min.recycle.offset=[3.5, 0, 0]").find("outside of the mesh"),
            std::string::npos);
  EXPECT_NE(message("initial.velocity=[0, 0, 0]").find("carries nothing into the fluid"),
            std::string::npos);
  EXPECT_EQ(message("initial.velocity=[1, 0, 0]"), "");
}

}  // namespace
}  // namespace lobatto::validation
