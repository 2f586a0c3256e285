#include "run/records/solve_tally.hpp"

#include <gtest/gtest.h>

namespace lobatto::run {
namespace {

std::vector<physics::NamedSolve> step(int pressure, int velocity, int dye) {
  const auto solve = [](const char* equation, const char* solver, int iterations) {
    physics::NamedSolve named{equation, solver, {}};
    named.report.iterations = iterations;
    return named;
  };
  return {solve("pressure", "schwarz-multigrid", pressure),
          solve("velocity", "tensor-direct", velocity), solve("dye", "jacobi-cg", dye)};
}

TEST(SolveTally, HasFewestMeanAndMostOfEachEquationInTheirOrder) {
  SolveTally tally;
  for (const auto& solves : {step(7, 0, 3), step(4, 0, 0), step(10, 0, 3)}) tally.add(solves);
  ASSERT_EQ(tally.rows().size(), 3U);
  const auto &pressure = tally.rows()[0], &velocity = tally.rows()[1], &dye = tally.rows()[2];
  EXPECT_EQ(pressure.equation, "pressure");
  EXPECT_EQ(pressure.solver, "schwarz-multigrid");
  EXPECT_EQ(pressure.n_solves, 3);
  EXPECT_EQ(pressure.fewest, 4);
  EXPECT_EQ(pressure.most, 10);
  EXPECT_DOUBLE_EQ(pressure.mean(), 7);
  EXPECT_EQ(velocity.most, 0);
  EXPECT_EQ(dye.fewest, 0);
  EXPECT_DOUBLE_EQ(dye.mean(), 2);
}

TEST(SolveTally, PeopleAreToldOfThoseThatIterate) {
  SolveTally tally;
  EXPECT_EQ(tally.text(), "");
  tally.add(step(0, 0, 0));
  EXPECT_EQ(tally.text(), "");
  tally.add(step(0, 0, 12));
  EXPECT_EQ(tally.text(),
            "iterations of         solver             solves  min    mean  max\n"
            "dye                   jacobi-cg               2    0     6.0   12");
}

}  // namespace
}  // namespace lobatto::run
