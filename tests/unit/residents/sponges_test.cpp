// [[sponge]] in a case: what it bounds, and what it says of itself.
#include <gtest/gtest.h>

#include "case/reader.hpp"
#include "plan/describe.hpp"
#include "plan/stable_step.hpp"
#include "residents/case_format.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

cases::Case with_sponges(const std::string& more, const std::vector<std::string>& overrides) {
  const std::string sponges = R"toml([[sponge]]
strength = 20
shape = "step(x - 0.5)"
velocity = ["0", "0", "1"]
[[sponge]]
strength = 5
shape = "step(0.2 - x)"
velocity = ["0", "0", "1"]
)toml";
  return cases::parse_case(cases::minimal_case + sponges + more, "a.toml", overrides,
                           case_format());
}

TEST(Sponges, BoundTheStepByTheStrongestAndTheFilter) {
  const std::vector<std::string> first_order{"time.cfl=0.4", "time.order=1"};
  EXPECT_NEAR(plan::longest_step(with_sponges("", first_order)), 1.0 / 20, 1e-15);
  const std::string relaxation = "[filter]\nkind = \"relaxation\"\nchi = 10\n";
  EXPECT_NEAR(plan::longest_step(with_sponges(relaxation, first_order)), 1.0 / 30, 1e-15);
}

TEST(Sponges, AreDescribedOneALine) {
  const auto c = with_sponges("", {"time.dt=1e-3"});
  const std::string text = plan::describe(c, case_format(), plan::box_size(c));
  EXPECT_NE(text.find("20 times step(x - 0.5), to velocity (0, 0, 1); strength dt 0.02\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("5 times step(0.2 - x)"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::residents
