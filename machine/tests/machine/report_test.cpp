#include "machine/results/report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lobatto::machine {
namespace {

Report report() {
  Report report;
  report.machine.seats = {{"one", 0}, {"two", 5}};
  report.budget = 60;
  report.results.push_back(
      {"stream",
       "memory",
       "",
       {{{.name = "triad", .unit = "GB/s", .gbs_per_unit = 2},
         {{0, -1, {9, 10, 11}}, {1, -1, {4, 4, 4.1}}}},
        {{.name = "detail", .unit = "GB/s", .is_detail = true}, {{0, -1, {9, 10, 11}}}}}});
  report.results.push_back(
      {"lu",
       "system",
       "",
       {{{.name = "residual", .better = Better::smaller, .per = Per::job, .limit = 16},
         {{0, -1, {0.01, 0.02, 0.01}}}}}});
  report.results.push_back({"messages", "messages", "needs 2 ranks or more", {}});
  return report;
}

TEST(Report, FindsByName) {
  const Report r = report();
  ASSERT_NE(r.find("residual"), nullptr);
  EXPECT_EQ(r.find("residual")->quantity.per, Per::job);
  EXPECT_EQ(r.find("nothing"), nullptr);
}

TEST(Report, AnyRepeatBeyondItsLimitIsAFailure) {
  Report r = report();
  EXPECT_TRUE(judge_limits(r).empty());
  r.results[1].measurements[0].sites[0].repeats[1] = 17;
  ASSERT_EQ(judge_limits(r).size(), 1u);
  EXPECT_EQ(describe(judge_limits(r)[0], r.machine),
            "rank 0 (one, core 0): residual is 17, must be at most 16");
  r.results[1].measurements[0].sites[0].repeats[1] = NAN;
  EXPECT_EQ(judge_limits(r).size(), 1u);
}

TEST(ReportTable, HasARowAMeasurementAndNamesWhoFallsBehind) {
  const std::string table = format_table(report(), false);
  EXPECT_NE(table.find("triad"), std::string::npos);
  EXPECT_NE(table.find("behind the others: rank 1 (two, core 5): 4.000 GB/s"), std::string::npos);
  EXPECT_NE(table.find("messages: needs 2 ranks or more"), std::string::npos);
  EXPECT_EQ(table.find("detail"), std::string::npos);
  EXPECT_NE(format_table(report(), true).find("detail"), std::string::npos);
}

TEST(ReportJson, HasTheSameRows) {
  const auto json = as_json(report(), {});
  EXPECT_EQ(json["ranks"], 2);
  EXPECT_EQ(json["nodes"], 2);
  ASSERT_EQ(json["rows"].size(), 3u);
  const auto& triad = json["rows"][0];
  EXPECT_EQ(triad["test"], "stream");
  EXPECT_EQ(triad["maximum"], 10);
  EXPECT_EQ(triad["average"], 7);
  EXPECT_EQ(triad["gbs_average"], 14);
  EXPECT_EQ(triad["outliers"][0]["host"], "two");
  EXPECT_EQ(triad["values"][1]["repeats"][2], 4.1);
  EXPECT_EQ(json["skipped"][0]["test"], "messages");
  EXPECT_TRUE(json["failures"].empty());
}

}  // namespace
}  // namespace lobatto::machine
