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

RegionPlace place(const RegionSummary& own, int depth, double inclusive) {
  RegionPlace made;
  made.own = own;
  made.depth = depth;
  made.inclusive_avg = inclusive;
  return made;
}

std::vector<RegionPlace> places() {
  const auto each = regions();
  return {place(each[1], 0, 3.0), place(each[0], 1, 2.0), place(each[2], 0, 1.0)};
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

TEST(RegionTable, HasALineAPlaceUnderItsCallerAndOneForTheTotal) {
  const auto lines = lines_of(format_table(places()));
  ASSERT_EQ(lines.size(), 5u);
  for (const std::string& line : lines) EXPECT_EQ(line.size(), lines[0].size());
  EXPECT_EQ(lines[0].substr(0, 6), "region");
  EXPECT_EQ(lines[1].substr(0, 29), "pressure solve in a long name");
  EXPECT_EQ(lines[2].substr(0, 11), "  advection");
  EXPECT_EQ(lines[3].substr(0, 5), "other");
  EXPECT_EQ(lines[4].substr(0, 5), "total");
}

TEST(RegionTable, IsNoWiderThanALineOfText) {
  auto deep = places();
  deep[1].own.name = "gather-scatter";  // of the deepest level that there is
  deep[0].own.name = "pressure solve";
  deep[1].depth = 2;
  const auto lines = lines_of(format_table(deep, MachineLimits{16.0, 40.0}));
  EXPECT_LE(lines[0].size(), 100u);
}

TEST(RegionTable, ShowsTheNumbersUnderTheirColumns) {
  const auto lines = lines_of(format_table(places()));
  std::istringstream row(lines[2]);
  std::string name, calls, low, average, high, inclusive, share, percent, gflops, gbs;
  row >> name >> calls >> low >> average >> high >> inclusive >> share >> percent >> gflops >> gbs;
  EXPECT_EQ(calls, "12");
  EXPECT_EQ(low, "1.0000");
  EXPECT_EQ(average, "2.0000");
  EXPECT_EQ(high, "3.0000");
  EXPECT_EQ(inclusive, "2.0000");
  EXPECT_EQ(share, "50.0");
  EXPECT_EQ(gflops, "10.00");
  EXPECT_EQ(gbs, "2.00");
  EXPECT_EQ(lines[3].back(), '-');  // nothing was counted in "other"
  std::istringstream other(lines[3]);
  other >> name >> calls;
  EXPECT_EQ(calls, "-");  // nor is it entered
  std::istringstream total(lines[4]);
  total >> name >> calls >> low >> average >> high >> inclusive;
  EXPECT_EQ(average, "4.0000");
  EXPECT_EQ(inclusive, "4.0000");
}

TEST(RegionTable, KeepsItsColumnsInLongRuns) {
  auto lasting = places();
  lasting[0].own.seconds_avg = 86'400.25;
  lasting[1].own.seconds_avg = 123.4567;
  lasting[1].own.calls = 1'234'567'890;
  const auto lines = lines_of(format_table(lasting));
  for (const std::string& line : lines) EXPECT_EQ(line.size(), lines[0].size());
  EXPECT_NE(lines[1].find(" 86400.2 "), std::string::npos);
  EXPECT_NE(lines[2].find(" 123.457 "), std::string::npos);
  EXPECT_NE(lines[2].find(" 1.2e+09 "), std::string::npos);
}

TEST(RegionTable, TellsWhatTheAccountCosts) {
  const std::string text = format_overhead({2000, 5e-8, 1e-4});
  EXPECT_EQ(text, "regions were entered 2000 times, at 50 ns: 0.0100 % of the time");
}

TEST(RegionTable, ComparesWithTheMachine) {
  const auto lines = lines_of(format_table(places(), MachineLimits{16.0, 40.0}));
  EXPECT_NE(lines[0].find("of STREAM"), std::string::npos);
  EXPECT_NE(lines[2].find("25.0 %"), std::string::npos);  // 10 of 40 GFLOP/s
  EXPECT_NE(lines[1].find("50.0 %"), std::string::npos);  // 8 of 16 GB/s
}

}  // namespace
}  // namespace lobatto::perf
