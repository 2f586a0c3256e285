// [filter] in a case: what it says of itself, what it bounds, and that it adds what it says.
#include <gtest/gtest.h>

#include <cmath>

#include "case/reader.hpp"
#include "plan/describe.hpp"
#include "plan/stable_step.hpp"
#include "residents/case_format.hpp"
#include "residents/residents.hpp"
#include "support/good_case.hpp"

namespace lobatto::residents {
namespace {

const std::string relaxation = "kind = \"relaxation\"\nchi = 5\n";
const std::string each_step = "kind = \"explicit\"\n";
const std::string viscosity = "kind = \"spectral-viscosity\"\nvelocity = 0.1\n";
const std::string dye = "[[scalar]]\nname = \"dye\"\ndiffusivity = 1\n";

cases::Case with_filter(const std::string& keys, const std::vector<std::string>& overrides = {}) {
  return cases::parse_case(cases::minimal_case + dye + "[filter]\n" + keys, "a.toml", overrides,
                           case_format());
}

std::string line_of(const std::string& keys, const std::vector<std::string>& overrides = {}) {
  return filter().in_case_file.describe(with_filter(keys, overrides));
}

TEST(FilterKeys, AreDescribedInALine) {
  EXPECT_EQ(line_of(relaxation),
            "filter      relaxation of the highest 2 modes of velocity and scalars, chi 5, chi dt "
            "0.05\n");
  EXPECT_EQ(line_of(relaxation + "modes = 3\nscalars = false\n", {"time.cfl=0.4", "time.order=1"}),
            "filter      relaxation of the highest 3 modes of velocity, chi 5, chi dt at most 1\n");
  EXPECT_EQ(line_of(each_step + "modes = 1\n"),
            "filter      explicit of the highest 1 mode of velocity and scalars, weight 0.05\n");
  EXPECT_EQ(line_of(viscosity, {"mesh.order=9"}),
            "filter      spectral-viscosity of the highest 4 modes of velocity and scalars, "
            "viscosity 0.1 h / 9\n");
  EXPECT_EQ(filter().in_case_file.describe(cases::parse_case(cases::minimal_case, "a.toml", {})),
            "");
}

TEST(FilterKeys, StandBeforeTheTimeInADescription) {
  const auto c = with_filter(relaxation);
  const std::string text = plan::describe(c, case_format(), plan::box_size(c));
  EXPECT_LT(text.find("\nfilter "), text.find("\ntime "));
}

TEST(FilterKeys, OfARelaxationBoundTheStep) {
  const std::vector<std::string> first_order{"time.cfl=0.4", "time.order=1"};
  EXPECT_NEAR(plan::longest_step(with_filter(relaxation, first_order)), 1.0 / 5, 1e-15);
  EXPECT_TRUE(std::isinf(plan::longest_step(with_filter(each_step, first_order))));
}

}  // namespace
}  // namespace lobatto::residents
