#include "machine/links/link_trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lobatto::machine {
namespace {

/// Five hosts of a rank each, links of 10 GB/s give or take 1 %; those in `slow` have 5.
Report report_with(const std::vector<std::pair<int, int>>& slow) {
  Report report;
  for (int rank = 0; rank < 5; ++rank)
    report.machine.seats.push_back({std::string(1, static_cast<char>('a' + rank)), 0});
  Measurement links{{"link_between_nodes", "GB/s", Better::larger, Per::link}, {}};
  int count = 0;
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) {
      const bool is_slow = std::ranges::find(slow, std::pair(a, b)) != slow.end();
      const double rate = (is_slow ? 5 : 10) * (1 + 0.01 * (count++ % 3 - 1));
      links.sites.push_back({a, b, {0.99 * rate, rate, rate, 1.01 * rate}});
    }
  }
  report.results.push_back({"links", "links", "", {links}});
  return report;
}

TEST(SlowLinks, AreNamedWithBothEndsAndNoOthers) {
  const auto report = report_with({{1, 3}});
  const auto slow = slow_links(report, 0.1);
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].site.rank, 1);
  EXPECT_EQ(slow[0].site.partner, 3);
  EXPECT_EQ(slow[0].link_class, "link_between_nodes");
  EXPECT_NEAR(slow[0].usual, 10, 0.1);
  EXPECT_TRUE(suspected_hosts(report, slow).empty());
}

TEST(SlowLinks, AreNoneWhereAllAreAlikeOrFastEnough) {
  EXPECT_TRUE(slow_links(report_with({}), 0.05).empty());
  EXPECT_TRUE(slow_links(report_with({{0, 1}}), 0.6).empty());
}

TEST(SlowLinks, OfOneNodeMakeItSuspected) {
  const auto report = report_with({{0, 2}, {1, 2}, {2, 4}});
  const auto slow = slow_links(report, 0.1);
  EXPECT_EQ(slow.size(), 3U);
  EXPECT_EQ(suspected_hosts(report, slow), std::vector<std::string>{"c"});
}

}  // namespace
}  // namespace lobatto::machine
