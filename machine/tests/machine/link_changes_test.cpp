#include "machine/links/link_changes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "base/error.hpp"
#include "machine/results/report.hpp"

namespace lobatto::machine {
namespace {

using Repeats = std::vector<double>;

/// Every pair of these seats is a link of `rate` GB/s that scatters by 1 %.
Report report_on(std::vector<Seat> seats, const std::string& link_class = "link_between_nodes",
                 double rate = 10) {
  Report report;
  report.machine.seats = std::move(seats);
  Measurement links{{link_class, "GB/s", Better::larger, Per::link}, {}};
  for (int a = 0; a < report.machine.n_ranks(); ++a) {
    for (int b = a + 1; b < report.machine.n_ranks(); ++b) {
      links.sites.push_back({a, b, {}});
      for (int i = 0; i < 20; ++i)
        links.sites.back().repeats.push_back(rate * (1 + 0.01 * ((7 * i + a + b) % 3 - 1)));
    }
  }
  report.results.push_back({"links", "links", "", {links}});
  return report;
}

Baseline baseline_of(const Report& report) {
  return {report.results.front().measurements, report.machine};
}

void scale(Site& link, double factor) {
  for (double& rate : link.repeats) rate *= factor;
}

const std::vector<Seat> five_hosts{{"a", 0}, {"b", 0}, {"c", 0}, {"d", 0}, {"e", 0}};

TEST(LinkChanges, AreNoneInTheSameAgain) {
  const auto report = report_on(five_hosts);
  const auto changes = compare_links(report, baseline_of(report), 0);
  EXPECT_EQ(changes.n_compared, 10u);
  EXPECT_EQ(changes.n_new, 0u);
  EXPECT_TRUE(changes.worse.empty());
  EXPECT_EQ(changes.note, "");
}

TEST(LinkChanges, NameTheOneThatWasTwiceAsFast) {
  const auto report = report_on(five_hosts);
  auto before = baseline_of(report);
  auto& links = before.measurements.front().sites;
  scale(links[5], 2);     // b and d
  scale(links[2], 0.5);   // now better
  scale(links[7], 1.05);  // within the tolerance
  const auto changes = compare_links(report, before, 0.1);
  ASSERT_EQ(changes.worse.size(), 1u);
  EXPECT_EQ(changes.worse[0].link.rank, 1);
  EXPECT_EQ(changes.worse[0].link.partner, 3);
  EXPECT_EQ(changes.worse[0].link_class, "link_between_nodes");
  EXPECT_NEAR(changes.worse[0].before, 20, 1e-12);
  EXPECT_EQ(compare_links(report, before, 0.01).worse.size(), 2u);
  EXPECT_EQ(compare_links(report, before, 0.01).worse[0].link.rank, 1);
}

TEST(LinkChanges, FollowTheHostsAndNotTheRanksOrTheClasses) {
  const auto report = report_on(five_hosts);
  auto before =
      baseline_of(report_on({{"e", 0}, {"d", 0}, {"c", 0}, {"b", 0}, {"x", 0}}, "link_within_row"));
  scale(before.measurements.front().sites[5], 2);  // d and b
  const auto changes = compare_links(report, before, 0.1);
  EXPECT_EQ(changes.n_compared, 6u);
  EXPECT_EQ(changes.n_new, 4u);  // those of a
  ASSERT_EQ(changes.worse.size(), 1u);
  EXPECT_EQ(changes.worse[0].link.rank, 1);
  EXPECT_EQ(changes.worse[0].link.partner, 3);
  EXPECT_EQ(changes.worse[0].link_class, "link_between_nodes");
}

TEST(LinkChanges, WithinANodeFollowTheProcessors) {
  const auto report = report_on({{"a", 0, "0"}, {"a", 1, "1"}, {"a", 2, "2"}}, "link_within_node");
  auto before =
      baseline_of(report_on({{"a", 0, "2"}, {"a", 1, "1"}, {"a", 2, "0"}}, "link_within_node"));
  scale(before.measurements.front().sites[0], 2);  // processors 2 and 1
  const auto changes = compare_links(report, before, 0.1);
  EXPECT_EQ(changes.n_compared, 3u);
  ASSERT_EQ(changes.worse.size(), 1u);
  EXPECT_EQ(changes.worse[0].link.rank, 1);
  EXPECT_EQ(changes.worse[0].link.partner, 2);
}

TEST(LinkChanges, RanksThatShareTheirProcessorsAreTakenInOrder) {
  const std::vector<Seat> unbound{{"a", 0, "0-1"}, {"a", 1, "0-1"}, {"a", 0, "0-1"}};
  const auto report = report_on(unbound, "link_within_node");
  auto before = baseline_of(report);
  before.machine.seats[0].core = 1;  // where they ran just then does not matter
  scale(before.measurements.front().sites[1], 2);
  const auto changes = compare_links(report, before, 0.1);
  EXPECT_EQ(changes.n_compared, 3u);
  ASSERT_EQ(changes.worse.size(), 1u);
  EXPECT_EQ(changes.worse[0].link.partner, 2);
}

TEST(LinkChanges, MoreRanksOnAHostMakeOtherLinks) {
  const auto report = report_on({{"a", 0, "0"}, {"b", 0, "0"}, {"c", 0, "0"}});
  auto before = report;
  before.machine.seats.push_back({"c", 1, "1"});
  const auto changes = compare_links(report, baseline_of(before), 0.1);
  EXPECT_EQ(changes.n_compared, 1u);  // a and b
  EXPECT_EQ(changes.n_new, 2u);
}

/// The share of runs, each of 500 links, in which any link is told that has not changed, judged by
/// the intervals alone.
double share_of_false_alarms(int n_repeats, auto&& rate) {
  constexpr int n_runs = 200, n_links = 500;
  int n_alarms = 0;
  for (int run = 0; run < n_runs; ++run) {
    Report report;
    report.machine.seats.resize(n_links + 1);
    Measurement links{{"link_between_nodes", "GB/s", Better::larger, Per::link}, {}};
    for (int i = 0; i <= n_links; ++i) report.machine.seats[i].host = std::to_string(i);
    for (int i = 0; i < n_links; ++i) links.sites.push_back({i, i + 1, Repeats(n_repeats)});
    report.results.push_back({"links", "links", "", {links}});
    auto before = baseline_of(report);
    for (auto* sites : {&report.results[0].measurements[0].sites, &before.measurements[0].sites})
      for (Site& site : *sites) std::ranges::generate(site.repeats, rate);
    n_alarms += compare_links(report, before, 0).worse.empty() ? 0 : 1;
  }
  return static_cast<double>(n_alarms) / n_runs;
}

TEST(LinkChanges, EqualScatterGivesNoAlarmAmongManyLinks) {
  std::mt19937 generator(3);
  std::normal_distribution<double> normal(0, 1);
  std::exponential_distribution<double> wait(1);
  for (const int n_repeats : {3, 5, 9, 18, 25}) {
    const auto even = [&] { return 10 * std::exp(0.05 * normal(generator)); };
    // One message in three waits for somebody else.
    const auto disturbed = [&] {
      return 10 / (1 + 0.02 * std::abs(normal(generator)) +
                   (normal(generator) > 0.4 ? wait(generator) : 0));
    };
    EXPECT_LE(share_of_false_alarms(n_repeats, even), 0.01) << n_repeats;
    EXPECT_LE(share_of_false_alarms(n_repeats, disturbed), 0.01) << n_repeats;
  }
}

/// One link of 500 loses 20 % in a scatter of 3 %.
TEST(LinkChanges, ALossIsSeenFromTwentyRepeatsOn) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal(10, 0.3);
  std::vector<Seat> seats(33);
  for (std::size_t i = 0; i < seats.size(); ++i) seats[i].host = std::to_string(i);
  int n_seen = 0;
  for (int run = 0; run < 50; ++run) {
    auto report = report_on(seats);
    auto before = baseline_of(report);
    for (auto* sites : {&report.results[0].measurements[0].sites, &before.measurements[0].sites})
      for (Site& site : *sites)
        std::ranges::generate(site.repeats, [&] { return normal(generator); });
    scale(report.results[0].measurements[0].sites[100], 0.8);
    const auto worse = compare_links(report, before, 0.1).worse;
    n_seen += worse.size() == 1 && worse[0].link.rank == before.measurements[0].sites[100].rank;
  }
  EXPECT_GE(n_seen, 48);
}

class LinkBaselineFile : public testing::Test {
 protected:
  ~LinkBaselineFile() override { std::filesystem::remove(file_); }
  Baseline read(const nlohmann::ordered_json& json) {
    std::ofstream(file_) << json.dump();
    return read_baseline(file_);
  }
  std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                ("lobatto_link_baseline_" + std::to_string(getpid()) + ".json");
  Report report_ = report_on({{"a", 0, "0-1"}, {"a", 1, "0-1"}, {"b", 0, "3"}});
};

TEST_F(LinkBaselineFile, GivesBackWhereTheRanksWere) {
  const auto baseline = read(as_json(report_, {}));
  ASSERT_EQ(baseline.machine.n_ranks(), 3);
  EXPECT_EQ(baseline.machine.seats[2].host, "b");
  EXPECT_EQ(baseline.machine.seats[1].processors, "0-1");
  EXPECT_EQ(compare_links(report_, baseline, 0).n_compared, 3u);
}

TEST_F(LinkBaselineFile, OfOldIsReadAndItsLinksAreNotCompared) {
  auto json = as_json(report_, {});
  for (auto& core : json["cores"]) core.erase("processors");
  const auto baseline = read(json);
  EXPECT_EQ(compare(report_, baseline).size(), 1u);
  const auto changes = compare_links(report_, baseline, 0);
  EXPECT_EQ(changes.n_compared, 0u);
  EXPECT_EQ(changes.note, "the baseline does not say where its ranks were bound");
}

/// Of very many links only the slow ones are kept, and what is known of all.
TEST_F(LinkBaselineFile, OfVeryManyLinksIsComparedByClass) {
  Measurement& links = report_.results[0].measurements[0];
  links.all = {links.summary(), links.usual(), links.averages()};
  links.sites.clear();
  const auto baseline = read(as_json(report_, {}));
  EXPECT_EQ(baseline.find("link_between_nodes")->summary().count, 3u);
  EXPECT_FALSE(compare(report_, baseline).front().is_changed);
  for (double& average : links.all->averages) average /= 2;
  EXPECT_TRUE(compare(report_, baseline).front().is_worse);
  const auto changes = compare_links(report_, baseline, 0.1);
  EXPECT_EQ(changes.n_compared, 0u);
  EXPECT_EQ(changes.note, "there are too many to keep them all");
}

TEST_F(LinkBaselineFile, ThatLacksRanksIsRefused) {
  auto json = as_json(report_, {});
  json["cores"].erase(2);
  EXPECT_THROW(read(json), base::Error);
}

}  // namespace
}  // namespace lobatto::machine
