#include "plan/stable_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "case/reader.hpp"
#include "support/good_case.hpp"

namespace lobatto::plan {
namespace {

double longest(const std::vector<cases::ExplicitDecay>& decay,
               std::vector<std::string> overrides = {}) {
  overrides.emplace_back("time.cfl=0.4");
  cases::Case c = cases::parse_case(cases::minimal_case, "a.toml", overrides);
  c.explicit_decay = decay;
  return longest_step(c);
}

TEST(StableStep, IsBoundByWhatDecaysBesidesTheCflNumber) {
  EXPECT_NEAR(longest({{"chi", 10}}), 0.5 * 20 / 21 / 10, 1e-15);
  EXPECT_NEAR(longest({{"chi", 10}}, {"time.order=1"}), 0.1, 1e-15);
  EXPECT_EQ(longest({{"chi", 10}}, {"time.max_dt=0.01"}), 0.01);
  EXPECT_TRUE(std::isinf(longest({})));
  EXPECT_NEAR(longest({{"chi", 10}, {"strength", 20}}, {"time.order=1"}), 1.0 / 30, 1e-15);
}

TEST(StableStep, ThatIsConstantIsRefusedWhereSomethingDecaysFaster) {
  const auto c = cases::parse_case(cases::minimal_case, "a.toml", {"time.dt=0.1"});
  EXPECT_FALSE(decay_fault(c, "rate", 9.5));
  EXPECT_NE(decay_fault(c, "rate", 9.6)->find("rate * dt is 0.96"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::plan
