#include "program/health_thresholds.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace lobatto::program {
namespace {

const std::vector<machine::Measurand> known{{.name = "stream_triad", .unit = "GB/s"},
                                            {.name = "allreduce_1", .unit = "us"},
                                            {.name = "lu_residual"}};

std::string message_of(const std::string& text) {
  try {
    parse_thresholds(text, "fit.toml", known);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "";
}

TEST(HealthThresholds, AreReadInTheUnitsOfTheMeasurements) {
  const auto thresholds = parse_thresholds(R"(
[stream_triad]
at_least = "9500 MB/s"
within = "10 %"
[allreduce_1]
at_most = "0.02ms"
within_baseline = "25 %"
[lu_residual]
at_most = 1
)",
                                           "fit.toml", known);
  ASSERT_EQ(thresholds.size(), 3u);
  EXPECT_EQ(thresholds[0].measurement, "stream_triad");
  EXPECT_DOUBLE_EQ(thresholds[0].at_least.value(), 9.5);
  EXPECT_DOUBLE_EQ(thresholds[0].within.value(), 0.1);
  EXPECT_FALSE(thresholds[0].at_most.has_value());
  EXPECT_DOUBLE_EQ(thresholds[1].at_most.value(), 20);
  EXPECT_DOUBLE_EQ(thresholds[1].within_baseline.value(), 0.25);
  EXPECT_DOUBLE_EQ(thresholds[2].at_most.value(), 1);
}

TEST(HealthThresholds, NameEveryMistakeWithItsPlace) {
  const std::string message = message_of(
      "[stream_tirad]\nat_least = \"1 GB/s\"\n[stream_triad]\nat_leat = \"1 GB/s\"\nat_most = \"3 "
      "us\"\n"
      "within = 10\n");
  EXPECT_NE(message.find("fit.toml:1:2: there is no measurement 'stream_tirad'; did you mean "
                         "'stream_triad'?"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("fit.toml:4:1: unknown key 'at_leat' in [stream_triad]; did you mean "
                         "'at_least'?"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("fit.toml:5:1: at_most = \"3 us\": expected a number with its unit, such "
                         "as \"10 GB/s\""),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("fit.toml:6:1: within = 10: expected a share, such as \"10 %\""),
            std::string::npos)
      << message;
}

TEST(HealthThresholds, ANumberWithoutItsUnitIsAMistake) {
  EXPECT_NE(message_of("[stream_triad]\nat_least = 10\n").find("with its unit"), std::string::npos);
  EXPECT_NE(message_of("stream_triad = 10\n").find("expected a table"), std::string::npos);
}

}  // namespace
}  // namespace lobatto::program
