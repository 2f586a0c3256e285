#include "machine/results/thresholds.hpp"

#include <gtest/gtest.h>

namespace lobatto::machine {
namespace {

Report report_of_two_hosts() {
  Report report;
  report.machine.seats = {{"one", 0}, {"one", 1}, {"two", 0}, {"two", 1}};
  Measurement rate{{.name = "rate", .unit = "GB/s"}, {}};
  for (int rank = 0; rank < 4; ++rank)
    rate.sites.push_back({rank, -1, {rank == 2 ? 6.0 : 10.0 + 0.1 * rank}});
  Measurement latency{
      {.name = "latency", .unit = "us", .better = Better::smaller, .per = Per::link},
      {{0, 2, {1.0}}, {1, 3, {4.0}}}};
  report.results.push_back({"some", "", "", {rate, latency}});
  return report;
}

TEST(Thresholds, NameThePlaceThatFallsShortAndOnlyIt) {
  const std::vector<Threshold> thresholds{{.measurement = "rate", .at_least = 8}};
  const auto failures = judge(report_of_two_hosts(), thresholds, nullptr);
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].rank, 2);
  EXPECT_EQ(describe(failures[0], report_of_two_hosts().machine),
            "rank 2 (two, core 0): rate is 6 GB/s, must be at least 8 GB/s");
}

TEST(Thresholds, AtMostIsForWhatShouldBeSmall) {
  const std::vector<Threshold> thresholds{{.measurement = "latency", .at_most = 2}};
  const auto failures = judge(report_of_two_hosts(), thresholds, nullptr);
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(describe(failures[0], report_of_two_hosts().machine),
            "ranks 1 (one, core 1) and 3 (two, core 1): latency is 4 us, must be at most 2 us");
}

TEST(Thresholds, WithinComparesWithTheBest) {
  EXPECT_EQ(judge(report_of_two_hosts(),
                  std::vector<Threshold>{{.measurement = "rate", .within = 0.1}}, nullptr)
                .size(),
            1u);
  EXPECT_TRUE(judge(report_of_two_hosts(),
                    std::vector<Threshold>{{.measurement = "rate", .within = 0.5}}, nullptr)
                  .empty());
  EXPECT_EQ(judge(report_of_two_hosts(),
                  std::vector<Threshold>{{.measurement = "latency", .within = 1}}, nullptr)
                .size(),
            1u);
}

TEST(Thresholds, WithinBaselineComparesWithItsMedian) {
  Measurement before{{.name = "rate", .unit = "GB/s"}, {{0, -1, {12}}, {1, -1, {14}}}};
  const Baseline baseline{{before}};
  const std::vector<Threshold> tight{{.measurement = "rate", .within_baseline = 0.1}},
      loose{{.measurement = "rate", .within_baseline = 0.3}};
  EXPECT_EQ(judge(report_of_two_hosts(), tight, &baseline).size(), 4u);
  EXPECT_EQ(judge(report_of_two_hosts(), loose, &baseline).size(), 1u);
  EXPECT_TRUE(judge(report_of_two_hosts(), tight, nullptr).empty());
}

TEST(Thresholds, WhatWasNotMeasuredIsTold) {
  const std::vector<Threshold> thresholds{{.measurement = "rate"}, {.measurement = "lu"}};
  EXPECT_EQ(not_measured(report_of_two_hosts(), thresholds), std::vector<std::string>{"lu"});
}

TEST(Units, ConvertWithinTheirKind) {
  EXPECT_DOUBLE_EQ(unit_factor("ms", "us").value(), 1000);
  EXPECT_DOUBLE_EQ(unit_factor("MB/s", "GB/s").value(), 1e-3);
  EXPECT_DOUBLE_EQ(unit_factor("", "").value(), 1);
  EXPECT_FALSE(unit_factor("GB/s", "us").has_value());
  EXPECT_FALSE(unit_factor("", "us").has_value());
}

}  // namespace
}  // namespace lobatto::machine
