#include "machine/results/baseline.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.hpp"
#include "machine/results/report.hpp"

namespace lobatto::machine {
namespace {

/// Rates around `mean` with a relative scatter, at two places.
Measurement noisy(std::mt19937& generator, double mean, double scatter, int n_repeats,
                  Better better = Better::larger) {
  std::normal_distribution<double> distribution(mean, scatter * mean);
  Measurement m{{.name = "rate", .unit = "GB/s", .better = better}, {}};
  for (int rank = 0; rank < 2; ++rank) {
    m.sites.push_back({rank, -1, {}});
    for (int r = 0; r < n_repeats; ++r) m.sites.back().repeats.push_back(distribution(generator));
  }
  return m;
}

double share_of_alarms(double shift, double scatter, int n_repeats) {
  constexpr int n_pairs = 2000;
  std::mt19937 generator(11);
  int n_alarms = 0;
  for (int pair = 0; pair < n_pairs; ++pair) {
    const auto before = noisy(generator, 20, scatter, n_repeats);
    const auto now = noisy(generator, 20 * (1 + shift), scatter, n_repeats);
    n_alarms += compare(now, before).is_changed ? 1 : 0;
  }
  return static_cast<double>(n_alarms) / n_pairs;
}

TEST(Compare, EqualDistributionsGiveNoAlarm) {
  for (const double scatter : {0.01, 0.05, 0.2})
    for (const int n : {1, 2, 3, 5, 9, 20})
      EXPECT_LE(share_of_alarms(0, scatter, n), 0.002) << scatter << " " << n;
}

TEST(Compare, TenPercentInLowNoiseDo) {
  for (const int n : {5, 9, 20}) {
    EXPECT_GE(share_of_alarms(-0.1, 0.01, n), 0.99) << n;
    EXPECT_GE(share_of_alarms(0.1, 0.01, n), 0.99) << n;
  }
  EXPECT_EQ(share_of_alarms(0.015, 1e-5, 20), 0);  // what equal runs may differ by
}

TEST(Compare, TellsWorseFromBetter) {
  std::mt19937 generator(3);
  for (const Better better : {Better::larger, Better::smaller}) {
    const auto fast = noisy(generator, 20, 0.005, 9, better),
               slow = noisy(generator, 16, 0.005, 9, better);
    EXPECT_TRUE(compare(slow, fast).is_changed);
    EXPECT_EQ(compare(slow, fast).is_worse, better == Better::larger);
    EXPECT_EQ(compare(fast, slow).is_worse, better == Better::smaller);
  }
}

TEST(Compare, DoesNotCompareWhatIsNotTheSame) {
  std::mt19937 generator(5);
  auto before = noisy(generator, 20, 0.01, 9), now = noisy(generator, 10, 0.01, 9);
  now.sites.push_back(now.sites.back());
  EXPECT_FALSE(compare(now, before).is_changed);
  EXPECT_EQ(compare(now, before).note, "3 places, there were 2");
}

TEST(Compare, WorkOfAnotherSizeIsNotCompared) {
  std::mt19937 generator(5);
  auto rate = noisy(generator, 20, 0.01, 9);
  rate.quantity.comparable_with = "size";
  Measurement size{{.name = "size"}, {{0, -1, {1024}}}};
  Report report;
  report.results.push_back({"lu", "", "", {rate, size}});
  auto slower = noisy(generator, 10, 0.01, 9), other = size;
  EXPECT_TRUE(compare(report, Baseline{{slower, size}}).front().is_changed);
  other.sites[0].repeats = {512};
  const auto change = compare(report, Baseline{{slower, other}}).front();
  EXPECT_FALSE(change.is_changed);
  EXPECT_EQ(change.note, "size is 1024 and was 512");
}

class BaselineFile : public testing::Test {
 protected:
  BaselineFile()
      : folder_(std::filesystem::temp_directory_path() /
                ("lobatto_baseline_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~BaselineFile() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(BaselineFile, GivesBackTheRepeats) {
  std::mt19937 generator(5);
  const auto rate = noisy(generator, 20, 0.01, 4);
  Report report;
  report.machine.seats = {{"one", 0}, {"one", 1}};
  report.results.push_back({"stream", "", "", {rate}});
  const auto file = baseline_file(folder_, "before");
  std::ofstream(file) << as_json(report, {}).dump();
  const Baseline baseline = read_baseline(file);
  const Measurement* const found = baseline.find("rate");
  ASSERT_NE(found, nullptr);
  ASSERT_EQ(found->sites.size(), 2u);
  EXPECT_EQ(found->sites[1].repeats, rate.sites[1].repeats);
  EXPECT_FALSE(compare(report, baseline).front().is_changed);
  EXPECT_EQ(baseline.find("other"), nullptr);
}

TEST_F(BaselineFile, IsNamedWhereItIsNone) {
  const auto file = folder_ / "wrong.json";
  EXPECT_THROW(read_baseline(file), base::Error);
  std::ofstream(file) << "{\"rows\": [{}]}";
  EXPECT_THROW(read_baseline(file), base::Error);
  for (const char* name : {"", "../up", "a/b", ".hidden"})
    EXPECT_THROW(baseline_file(folder_, name), base::Error) << name;
}

TEST(ChangeTable, ShowsTheLargestChangeFirst) {
  const std::vector<Change> changes{
      {"a", "GB/s", 10, 9, {}, {}, true, true, {}},
      {"b", "us", 10, 2, {}, {}, true, false, {}},
      {"c", "us", 10, 10.1, {}, {}, false, false, {}},
      {"d", "us", 10, 20, {}, {}, false, false, "2 places, there were 4"}};
  const auto text = format_changes(changes);
  EXPECT_LT(text.find("  b "), text.find("  a "));
  EXPECT_NE(text.find("-10.0 %  worse"), std::string::npos);
  EXPECT_NE(text.find("1 unchanged"), std::string::npos);
  EXPECT_NE(text.find("not compared: 2 places"), std::string::npos);
  const auto json = changes_as_json(changes);
  EXPECT_EQ(json[0]["verdict"], "worse");
  EXPECT_EQ(json[1]["verdict"], "better");
  EXPECT_EQ(json[2]["verdict"], "unchanged");
  EXPECT_EQ(json[3]["verdict"], "not compared");
}

}  // namespace
}  // namespace lobatto::machine
