// The direct solver and Jacobi conjugate gradients on the same flow.
#include <gtest/gtest.h>

#include <algorithm>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "short_duct.hpp"

namespace lobatto::validation {
namespace {

TEST(SolverChoice, DirectAndIterativeSolversGiveTheSameFlow) {
  const auto self = comm::Communicator::self();
  const auto direct = run(case_from_text(short_duct), self);
  const auto iterative =
      run(case_from_text(short_duct, {"solver.velocity=jacobi-cg", "scalar[0].solver=jacobi-cg",
                                      "solver.tolerance=1e-12"}),
          self);
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(
        max_difference(direct->state()["velocity"].now(d), iterative->state()["velocity"].now(d)),
        1e-9);
  EXPECT_LT(max_difference(direct->state()["pressure"].now(), iterative->state()["pressure"].now()),
            1e-8);
  EXPECT_LT(
      max_difference(direct->state()["temperature"].now(), iterative->state()["temperature"].now()),
      1e-9);
}

TEST(SolverChoice, IterationsAreReported) {
  const auto self = comm::Communicator::self();
  run::Simulation simulation(case_from_text(short_duct, {"solver.velocity=jacobi-cg"}), self);
  const auto report = simulation.advance();
  const auto velocity =
      std::find_if(report.solves.begin(), report.solves.end(),
                   [](const auto& solve) { return solve.equation == "velocity"; });
  ASSERT_NE(velocity, report.solves.end());
  EXPECT_EQ(velocity->solver, "jacobi-cg");
  EXPECT_GT(velocity->report.iterations, 0);
  EXPECT_TRUE(velocity->report.converged);
}

}  // namespace
}  // namespace lobatto::validation
