#include "case/duration.hpp"

#include <gtest/gtest.h>

namespace lobatto::cases {
namespace {

TEST(Duration, OfUnits) {
  EXPECT_EQ(parse_duration("90s"), 90.0);
  EXPECT_EQ(parse_duration("30min"), 1800.0);
  EXPECT_EQ(parse_duration("1.5h"), 5400.0);
  EXPECT_EQ(parse_duration("1h30min"), 5400.0);
  EXPECT_EQ(parse_duration(" 2d 12 h "), 216000.0);
}

TEST(Duration, OfAClock) {
  EXPECT_EQ(parse_duration("11:50:00"), 42600.0);
  EXPECT_EQ(parse_duration("100:00:05"), 360005.0);
}

TEST(Duration, OfNothingElse) {
  for (const char* text : {"", "abc", "10", "5m", "1h x", "-1h", "0s", "12:60:00", "12:00", "1e3s"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
}

}  // namespace
}  // namespace lobatto::cases
