// The same answer on any number of ranks.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "case_runner.hpp"
#include "same_elements.hpp"
#include "short_duct.hpp"

namespace lobatto::validation {
namespace {

void expect_same_as_on_one_rank(const std::vector<std::string>& overrides,
                                const std::string& text = short_duct) {
  const auto world = comm::Communicator::world();
  const auto self = comm::Communicator::self();
  const auto parallel = run(case_from_text(text, overrides), world);
  const auto serial = run(case_from_text(text, overrides), self);
  const auto& a = parallel->state();
  const auto& b = serial->state();
  for (int d = 0; d < 3; ++d)
    EXPECT_LT(relative_difference(a.space(), a["velocity"].now(d), b["velocity"].now(d)), 1e-12);
  // The pressure answers to the velocity's change in a step: its round-off is that of the velocity
  // over dt.
  EXPECT_LT(relative_difference(a.space(), a["pressure"].now(), b["pressure"].now()), 2e-11);
  EXPECT_LT(relative_difference(a.space(), a["temperature"].now(), b["temperature"].now()), 1e-12);
}

TEST(RanksAgree, DirectSolvers) { expect_same_as_on_one_rank({}); }

TEST(RanksAgree, DirectSolversWhereColumnsAreShared) {
  expect_same_as_on_one_rank({"mesh.x.elements=5", "mesh.y.elements=1", "mesh.z.elements=2"});
  expect_same_as_on_one_rank({"mesh.x.elements=5", "mesh.y.elements=1", "mesh.z.elements=1"});
}

TEST(RanksAgree, StepsByTheirError) {
  expect_same_as_on_one_rank({"time.cfl=0.5", "time.tolerance=1e-4", "time.steps=40"});
}

TEST(RanksAgree, Characteristics) {
  expect_same_as_on_one_rank(
      {"time.splitting=characteristics", "time.cfl=2", "time.max_dt=0.1", "time.steps=12"});
}

TEST(RanksAgree, BlocksOfTheIterativeSolvers) {
  expect_same_as_on_one_rank({"solver.velocity=jacobi-cg", "solver.pressure=schwarz-multigrid",
                              "solver.tolerance=1e-14", "solver.pressure_tolerance=1e-13",
                              "scalar[0].solver=jacobi-cg", "time.steps=10", "mesh.x.elements=5",
                              "mesh.y.elements=1", "mesh.z.elements=1"});
}

TEST(RanksAgree, JacobiConjugateGradients) {
  expect_same_as_on_one_rank(
      {"solver.velocity=jacobi-cg", "solver.tolerance=1e-14", "time.steps=20"});
}

TEST(RanksAgree, SubgridModel) {
  for (const char* model : {"smagorinsky", "wale", "dynamic", "one-equation"})
    expect_same_as_on_one_rank({"solver.tolerance=1e-14", "time.steps=10"},
                               fmt::format("{}[subgrid]\nmodel = \"{}\"\n", short_duct, model));
}

TEST(RanksAgree, CoefficientsOfTheSolution) {
  expect_same_as_on_one_rank({"solver.tolerance=1e-14", "time.steps=10"}, varying_duct());
}

}  // namespace
}  // namespace lobatto::validation
