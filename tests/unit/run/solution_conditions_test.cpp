// Cases whose forces, boundary values and initial values use the solution, tables and random
// numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "../../validation/same_elements.hpp"
#include "base/error.hpp"
#include "case/reader.hpp"
#include "residents/case_format.hpp"
#include "run/checks/checks.hpp"
#include "run/checks/flux_check.hpp"
#include "run/simulation.hpp"
#include "support/memory_state.hpp"

namespace lobatto::run {
namespace {

const std::string text = R"toml(
[mesh]
order = 4
x = { range = [0, 2], elements = 3 }
y = { range = [0, 1], elements = 2 }
z = { range = [0, 1], elements = 2, periodic = true }
map = ["x", "y + 0.1*sin(pi*x)", "z"]
[fluid]
viscosity = 0.05
[boundary]
x_min = { velocity = ['table("inlet.csv", y, "u")*(1 + 0.1*heat)', "0", "0"] }
x_max = "outflow"
y_min = { velocity = ["0", "0", "-0.1*nx*heat"] }
y_max = "wall"
[forcing]
body = ["-0.3*u", "heat - 0.5", "0"]
[initial]
velocity = ["y*(1 - y)", "0", "0.1*random(7)"]
[[scalar]]
name = "heat"
diffusivity = 0.05
initial = "random(1)"
boundary.x_min = { value = "1 + 0.1*w" }
boundary.x_max = "insulated"
boundary.y_min = { robin = "0.3*x", ambient = "0.2 + 0.1*heat*t" }
boundary.y_max = { flux = "-0.2*(heat - 0.2)*ny" }
[time]
dt = 0.01
steps = 6
)toml";

cases::Case the_case(const std::vector<std::string>& overrides = {}) {
  const auto read_table = [](const std::filesystem::path& file) {
    EXPECT_EQ(file, "inlet.csv");
    return std::string("y,u\n0,0\n0.5,0.25\n1,0\n");
  };
  return cases::parse_case(text, "a.toml", overrides, residents::case_format(), read_table);
}

void take_all_steps(Simulation& simulation) {
  while (!simulation.finished()) {
    simulation.advance();
    ASSERT_FALSE(simulation.formula_fault().has_value());
  }
}

class SolutionConditions : public testing::Test {
 protected:
  comm::Communicator world_ = comm::Communicator::world();
};

TEST_F(SolutionConditions, PassTheCheck) {
  EXPECT_NO_THROW(check_case(the_case(), {world_.size()}, [] { return RunOrigin{}; }, world_));
}

TEST_F(SolutionConditions, AreCheckedBeforeTheRun) {
  const auto fault = [&](const std::string& override_text) -> std::string {
    try {
      check_case(the_case({override_text}), {world_.size()}, [] { return RunOrigin{}; }, world_);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(fault("scalar[0].boundary.y_max.flux=ln(ny - 2)").find("the value is nan at ny = ") !=
              std::string::npos);
  EXPECT_TRUE(fault("scalar[0].boundary.y_min.robin=x - 1").find("expected values of at least 0") !=
              std::string::npos);
  EXPECT_TRUE(fault("forcing.body[1]=ln(heat - 2)").find("the value is nan at heat = ") !=
              std::string::npos);
}

TEST_F(SolutionConditions, AreTheSameOnAnyNumberOfRanks) {
  const auto self = comm::Communicator::self();
  Simulation shared(the_case(), world_), whole(the_case(), self);
  take_all_steps(shared);
  take_all_steps(whole);
  const auto& a = shared.state();
  const auto& b = whole.state();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(
        validation::relative_difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)),
        1e-8);
  EXPECT_LT(validation::relative_difference(a.space(), a["heat"].now(), b["heat"].now()), 1e-8);
}

TEST_F(SolutionConditions, GoOnBitForBit) {
  Simulation straight(the_case(), world_), restarted(the_case(), world_);
  for (int step = 0; step < 3; ++step) straight.advance();
  test::MemoryState memory;
  test::StateKeeper keeper(memory, world_);
  straight.visit_state(keeper, true);
  test::StateGiver giver(memory);
  restarted.visit_state(giver, true);
  take_all_steps(straight);
  take_all_steps(restarted);
  for (const char* name : {"velocity", "pressure", "heat"})
    EXPECT_TRUE(std::ranges::equal(straight.state()[name].now(), restarted.state()[name].now()))
        << name;
}

// Initial noise is what it was for, and continuous through the period.
TEST_F(SolutionConditions, BeginWithContinuousNoise) {
  const Simulation simulation(the_case(), world_);
  const auto& space = simulation.space();
  auto heat = simulation.state()["heat"].now();
  auto continuous = heat;
  space.make_continuous(continuous);
  for (std::size_t q = 0; q < heat.size(); ++q) {
    EXPECT_NEAR(heat[q], continuous[q], 1e-15);
    EXPECT_GE(heat[q], 0);
    EXPECT_LT(heat[q], 1);
  }
  EXPECT_NEAR(space.mean(heat), 0.5, 0.1);
}

TEST_F(SolutionConditions, AreNotJudgedByTheirFlux) {
  const std::vector<std::string> closed{"boundary.x_max=wall"};
  EXPECT_NO_THROW(
      check_case(the_case(closed), {world_.size()}, [] { return RunOrigin{}; }, world_));
  const Simulation simulation(the_case(closed), world_);
  const auto note = describe_small_mismatch(simulation);
  ASSERT_TRUE(note.has_value());
  EXPECT_NE(note->find("is not checked"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::run
