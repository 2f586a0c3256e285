#include "plan/splitting_cost.hpp"

#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "support/good_case.hpp"
#include "time/runge_kutta.hpp"

namespace lobatto::plan {
namespace {

cases::Case case_with(const std::vector<std::string>& overrides) {
  return cases::parse_case(cases::minimal_case, "a.toml", overrides);
}

Grounds with_rates() {
  Grounds grounds;
  grounds.rates.stream_gbs = 17;
  grounds.rates.peak_gflops = 90;
  grounds.rates.product_gflops = 40;
  grounds.rates.batch_gflops = 40;
  grounds.rates.operator_gflops = 40;
  grounds.rates.pack_gbs = 30;
  return grounds;
}

const std::vector<std::string> direct{"solver.pressure=tensor-direct",
                                      "solver.velocity=tensor-direct"};
const std::vector<std::string> iterative{"solver.pressure=schwarz-multigrid",
                                         "solver.velocity=jacobi-cg"};

TEST(StepCost, AlongCharacteristicsHasAllStagesOfItsSubSteps) {
  const cases::Case the_case = case_with(direct);
  const StepCost once = step_cost(the_case, with_rates(), false, 0.4);
  for (const double cfl : {1.0, 3.0}) {
    const StepCost along = step_cost(the_case, with_rates(), true, cfl);
    const int n_stages =
        the_case.time_order * time::advection_steps(cfl) * time::RungeKutta::n_stages;
    EXPECT_GT(along.advection, n_stages * once.advection);
    EXPECT_LT(along.advection, 3 * n_stages * once.advection);
    EXPECT_EQ(along.solves, once.solves);
    EXPECT_EQ(along.others, once.others);
  }
}

TEST(StepCost, TakesMoreIterationsForLongerSteps) {
  const cases::Case the_case = case_with(iterative);
  EXPECT_NEAR(step_cost(the_case, with_rates(), true, 3.6).solves /
                  step_cost(the_case, with_rates(), false, 0.4).solves,
              3, 1e-12);
}

double told_ratio(const std::vector<std::string>& overrides) {
  const std::string text = describe_splitting(case_with(overrides), with_rates());
  const std::string before = "about ";
  return std::stod(text.substr(text.find(before) + before.size()));
}

// Where solves cost little, sub-steps do not pay.
TEST(Splitting, PaysWhereSolvesCostMore) {
  EXPECT_GT(told_ratio(direct), 1);
  EXPECT_LT(told_ratio(iterative), 0.8);
  auto along = iterative;
  along.insert(along.end(), {"time.splitting=characteristics", "time.cfl=3"});
  EXPECT_GT(told_ratio(along), 1.25);
}

TEST(Splitting, IsNoQuestionWhereNothingIsAdvectedOrStepsGoByTheirError) {
  EXPECT_EQ(describe_splitting(case_with({"time.cfl=0.4", "time.tolerance=1e-5"}), with_rates()),
            "");
  EXPECT_NE(describe_splitting(case_with({"time.cfl=0.4"}), with_rates()), "");
}

}  // namespace
}  // namespace lobatto::plan
