#include "case/schema/member_type.hpp"

#include <gtest/gtest.h>

namespace lobatto::cases {
namespace {

TEST(NumberText, IsShortAndReadsBack) {
  EXPECT_EQ(number_text(2), "2");
  EXPECT_EQ(number_text(0.5), "0.5");
  EXPECT_EQ(number_text(1e-8), "1e-8");
  EXPECT_EQ(number_text(1e-10), "1e-10");
  EXPECT_EQ(number_text(-1e300), "-1e+300");
  for (const double x : {0.1, 1.0 / 3, 1e-8, 6.02e23, -2.5e-7})
    EXPECT_EQ(std::stod(number_text(x)), x);
}

TEST(MemberType, TextsAreWhatAFileHas) {
  EXPECT_EQ((MemberType<std::array<double, 3>>::text({0, 0.5, 1})), "[0, 0.5, 1]");
  EXPECT_EQ(MemberType<bool>::text(true), "true");
  EXPECT_EQ(MemberType<int>::text(-3), "-3");
}

}  // namespace
}  // namespace lobatto::cases
