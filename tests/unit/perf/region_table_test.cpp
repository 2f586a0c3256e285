#include "perf/region_table.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <vector>

namespace lobatto::perf {
namespace {

std::vector<RegionSummary> regions() {
  return {{"advection", 12, 1.0, 2.0, 3.0, 0.5, 10.0, 2.0},
          {"pressure solve in a long name", 4, 0.5, 1.0, 1.5, 0.25, 0.0, 8.0},
          {"other", 0, 0.9, 1.0, 1.1, 0.25, 0.0, 0.0}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(RegionTable, TotalIsTheWorkOverTheWallTime) {
  const RegionSummary total = total_of(regions());
  EXPECT_EQ(total.name, "total");
  EXPECT_DOUBLE_EQ(total.seconds_avg, 4.0);
  EXPECT_DOUBLE_EQ(total.share, 1.0);
  EXPECT_DOUBLE_EQ(total.gflops, 10.0 * 2.0 / 4.0);            // 20 GFLOP in 4 s
  EXPECT_DOUBLE_EQ(total.gbs, (2.0 * 2.0 + 8.0 * 1.0) / 4.0);  // 12 GB in 4 s
}

TEST(RegionTable, HasALineARegionAndOneForTheTotal) {
  const auto lines = lines_of(format_table(regions()));
  ASSERT_EQ(lines.size(), 5u);
  for (const std::string& line : lines) EXPECT_EQ(line.size(), lines[0].size());
  EXPECT_EQ(lines[0].substr(0, 6), "region");
  EXPECT_EQ(lines[1].substr(0, 9), "advection");
  EXPECT_EQ(lines[2].substr(0, 29), "pressure solve in a long name");
  EXPECT_EQ(lines[3].substr(0, 5), "other");
  EXPECT_EQ(lines[4].substr(0, 5), "total");
}

TEST(RegionTable, ShowsTheNumbersUnderTheirColumns) {
  const auto lines = lines_of(format_table(regions()));
  std::istringstream row(lines[1]);
  std::string name, calls, low, average, high, share, percent, gflops, gbs;
  row >> name >> calls >> low >> average >> high >> share >> percent >> gflops >> gbs;
  EXPECT_EQ(calls, "12");
  EXPECT_EQ(low, "1.0000");
  EXPECT_EQ(average, "2.0000");
  EXPECT_EQ(high, "3.0000");
  EXPECT_EQ(share, "50.00");
  EXPECT_EQ(gflops, "10.00");
  EXPECT_EQ(gbs, "2.00");
  EXPECT_EQ(lines[3].back(), '-');  // nothing was counted in "other"
}

TEST(RegionTable, ComparesWithTheMachine) {
  const auto lines = lines_of(format_table(regions(), MachineLimits{16.0, 40.0}));
  EXPECT_NE(lines[0].find("of STREAM"), std::string::npos);
  EXPECT_NE(lines[1].find("25.0 %"), std::string::npos);  // 10 of 40 GFLOP/s
  EXPECT_NE(lines[2].find("50.0 %"), std::string::npos);  // 8 of 16 GB/s
}

}  // namespace
}  // namespace lobatto::perf
