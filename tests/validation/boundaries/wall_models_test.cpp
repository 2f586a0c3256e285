// Flows between a wall whose friction is modelled and a plane of symmetry.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "support/memory_state.hpp"

namespace lobatto::validation {
namespace {

/// The force holds u_tau = 1, so that u = 2.5 ln(5) at the height 0.5; the shear is linear above.
const std::string over_a_rough_wall = R"toml(
[mesh]
order = 3
x = { range = [0, 2], elements = 2, periodic = true }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
[fluid]
viscosity = 0.5
[forcing]
body = [0.8, 0, 0.6]
[boundary]
y_min = { wall_model = { height = 0.5, roughness = 0.1, kappa = 0.4 } }
y_max = "symmetry"
[initial]
velocity = ["3*(1 - y^2)^2*(1 + y)", "0", "1"]
[time]
dt = 0.05
end = 60
[exact]
velocity = ["0.8*(2.5*log(5) + 2*(y - y^2/2 - 0.375))", "0", "0.6*(2.5*log(5) + 2*(y - y^2/2 - 0.375))"]
)toml";

TEST(WallModels, HoldTheForceOfAFlowAtTheVelocityOfTheLaw) {
  const auto simulation = run_on_all(over_a_rough_wall);
  EXPECT_LT(max_error(*simulation, "u"), 1e-9);
  EXPECT_LT(max_error(*simulation, "v"), 1e-9);
  EXPECT_LT(max_error(*simulation, "w"), 1e-9);
}

/// With a scalar that is carried alone, heated from within by 0.1: a flux of 0.1 leaves through the
/// wall, where theta_* = 0.1 makes theta = 0.25 ln(0.5 / 0.02) at the height.
TEST(WallModels, HoldTheFluxOfAScalar) {
  const auto simulation = run_on_all(over_a_rough_wall + R"toml(
[[scalar]]
name = "T"
diffusivity = 0.5
source = "0.1"
exact = "2 + 0.25*log(25) + 0.2*(y - y^2/2 - 0.375)"
initial = "3 + y"
boundary = { y_min = { wall_model = { value = 2, roughness = 0.02 } }, y_max = "insulated" }
)toml");
  EXPECT_LT(max_error(*simulation, "T"), 1e-9);
}

/// The same flow, turned about z by the angle whose cosine is 0.8.
TEST(WallModels, HoldOnAnInclinedWall) {
  const std::string height = "(0.8*y - 0.6*x)";
  const std::string profile = "(2.5*log(5) + 2*(" + height + " - " + height + "^2/2 - 0.375))";
  const std::vector<std::string> turned{R"(mesh.map=["0.8*x - 0.6*y", "0.6*x + 0.8*y", "z"])",
                                        "time.dt=0.02", "forcing.body=[0.64, 0.48, 0.6]",
                                        R"(initial.velocity=["0.64*3", "0.48*3", "1"])",
                                        "exact.velocity=[\"0.64*" + profile + "\", \"0.48*" +
                                            profile + "\", \"0.6*" + profile + "\"]"};
  const auto simulation = run_on_all(over_a_rough_wall, turned);
  for (const char* component : {"u", "v", "w"})
    EXPECT_LT(max_error(*simulation, component), 1e-6) << component;
}

TEST(WallModels, GoOnBitForBit) {
  const auto the_case = case_from_text(over_a_rough_wall, {"time.steps=7"});
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

}  // namespace
}  // namespace lobatto::validation
