#include "case/solver_choice.hpp"

#include <gtest/gtest.h>

#include "../../support/good_case.hpp"
#include "case/reader.hpp"

namespace lobatto::cases {
namespace {

std::vector<SolverChoice> choices(const std::vector<std::string>& overrides, int n_ranks = 1) {
  return choose_solvers(parse_case(minimal_case, "a.toml", overrides), n_ranks);
}

const std::vector<std::string> longer_than_dense{"mesh.order=15", "mesh.x.elements=601",
                                                 "mesh.x.periodic=false", "boundary.x=wall"};

TEST(SolverChoice, TakesTheDirectSolverOnSmallBoxes) {
  const auto chosen = choices({});
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(chosen[0].equation, "pressure");
  EXPECT_EQ(chosen[0].method, SolverMethod::tensor_direct);
  EXPECT_EQ(chosen[1].method, SolverMethod::tensor_direct);
  EXPECT_LT(chosen[0].direct, chosen[0].iterative);
}

TEST(SolverChoice, TakesTheIterativeSolversOnLinesTooLongForDenseModes) {
  const auto chosen = choices(longer_than_dense);
  EXPECT_EQ(chosen[0].method, SolverMethod::schwarz_multigrid);
  EXPECT_EQ(chosen[1].method, SolverMethod::jacobi_cg);
  EXPECT_NE(chosen[0].reason.find("4508"), std::string::npos) << chosen[0].reason;
}

TEST(SolverChoice, DoesWhatTheCaseAsksFor) {
  auto asked = longer_than_dense;
  asked.emplace_back("solver.pressure=tensor-direct");
  EXPECT_EQ(choices(asked)[0].method, SolverMethod::tensor_direct);
  EXPECT_EQ(choices(asked)[0].reason, "asked for");
  EXPECT_EQ(choices({"solver.velocity=jacobi-cg"})[1].method, SolverMethod::jacobi_cg);
}

TEST(SolverChoice, DirectSolvesCostMoreOnLongerLinesAndBetweenRanks) {
  const double small = choices({})[0].direct;
  EXPECT_GT(choices({"mesh.x.elements=40"})[0].direct, small);
  EXPECT_GT(choices({}, 2)[0].direct, small);
  EXPECT_GT(choices({}, 4)[0].direct, choices({}, 2)[0].direct);
  EXPECT_EQ(choices({"mesh.x.elements=40"})[0].iterative, choices({})[0].iterative);
}

}  // namespace
}  // namespace lobatto::cases
