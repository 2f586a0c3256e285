#include "case/document/duration.hpp"

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

TEST(DurationText, IsReadBackAndShort) {
  EXPECT_EQ(duration_text(1800), "30min");
  EXPECT_EQ(duration_text(7200), "2h");
  EXPECT_EQ(duration_text(90), "90s");
  for (const double seconds : {1.0, 60.0, 3600.0, 3601.0, 86400.0})
    EXPECT_EQ(parse_duration(duration_text(seconds)), seconds);
}

}  // namespace
}  // namespace lobatto::cases
