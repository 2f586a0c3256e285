#include "run/records/step_timing.hpp"

#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "support/good_case.hpp"

namespace lobatto::run {
namespace {

cases::Case case_of(const std::vector<std::string>& overrides) {
  return cases::parse_case(cases::minimal_case, "a.toml", overrides);
}

TEST(StepsLeft, AreCountedToTheEndThatComesFirst) {
  EXPECT_EQ(steps_left(case_of({"time.steps=100"}), 0.0, 0, 0.01), 100);
  EXPECT_EQ(steps_left(case_of({"time.steps=100"}), 0.3, 30, 0.01), 70);
  EXPECT_EQ(steps_left(case_of({"time.steps=1000", "time.end=5"}), 0.0, 0, 0.01), 500);
  EXPECT_EQ(steps_left(case_of({"time.steps=100", "time.end=5"}), 0.0, 0, 0.01), 100);
  EXPECT_EQ(steps_left(case_of({"time.steps=100", "time.end=0.35"}), 0.0, 0, 0.1), 4);
}

TEST(StepsLeft, AreNoneBeyondTheEnd) {
  EXPECT_EQ(steps_left(case_of({"time.end=5"}), 6.0, 10, 0.01), 0);
  EXPECT_EQ(steps_left(case_of({"time.steps=3"}), 6.0, 10, 0.01), 0);
}

TEST(StepsLeft, MayBeMoreThanIntegersHold) {
  const cases::Case the_case = case_of({"time.steps=9223372036854775807", "time.end=1e30"});
  EXPECT_DOUBLE_EQ(steps_left(the_case, 0.0, 0, 1e-20), 9223372036854775807.0);
}

TEST(TimeSteps, TakesAFewAndTellsOfTheRest) {
  const auto world = comm::Communicator::world();
  Simulation simulation(case_of({"time.steps=100"}), world);
  const std::string text = time_steps(simulation);
  EXPECT_EQ(simulation.state().n_steps(), 4);
  EXPECT_TRUE(text.starts_with("time        ")) << text;
  EXPECT_NE(text.find(" s in 3 steps)\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" 100 steps of 0.01 to the end: about "), std::string::npos) << text;
  EXPECT_NE(text.find(" MB at most on a rank, "), std::string::npos) << text;
}

TEST(TimeSteps, MeetsTheCflNumber) {
  // max over the nodes of u / dx is that of the first step, for the flow is uniform.
  const auto world = comm::Communicator::world();
  const auto steps = [&](const std::string& cfl) {
    Simulation simulation(case_of({"time.cfl=" + cfl, "time.end=10", "initial.velocity=[1, 0, 0]",
                                   "time.steps=1000000000"}),
                          world);
    const std::string text = time_steps(simulation);
    return std::stod(text.substr(text.find("\n") + 1));
  };
  EXPECT_NEAR(steps("0.1"), 4 * steps("0.4"), 4);
}

TEST(TimeSteps, StopsAtTheEnd) {
  const auto world = comm::Communicator::world();
  Simulation simulation(case_of({"time.steps=2"}), world);
  EXPECT_NE(time_steps(simulation).find(" s in 1 step)\n"), std::string::npos);
  EXPECT_EQ(simulation.state().n_steps(), 2);
  EXPECT_EQ(time_steps(simulation), "time        no step: the case is at its end\n");
}

}  // namespace
}  // namespace lobatto::run
