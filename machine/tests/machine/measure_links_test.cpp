#include <gtest/gtest.h>

#include <set>

#include "machine/links/link_trial.hpp"

namespace lobatto::machine {
namespace {

TEST(MeasureLinks, MeasuresEveryPairOfRanksOfANode) {
  const auto world = comm::Communicator::world();
  const auto report = measure_links(world, {}, 0.1, {}, {});
  if (world.rank() != 0) return;
  const auto& result = report.results.front();
  if (world.size() == 1) {
    EXPECT_EQ(result.skipped, "needs 2 ranks or more");
    return;
  }
  // Which classes: where the ranks sit is up to the system.
  std::set<std::pair<int, int>> links;
  for (const auto& measurement : result.measurements) {
    EXPECT_TRUE(measurement.quantity.name.starts_with("link_within_"));
    for (const auto& site : measurement.sites) {
      EXPECT_TRUE(links.emplace(site.rank, site.partner).second);
      EXPECT_GE(site.repeats.size(), 3U);
      for (const double rate : site.repeats) EXPECT_GT(rate, 0);
    }
  }
  EXPECT_EQ(static_cast<int>(links.size()), world.size() * (world.size() - 1) / 2);
}

}  // namespace
}  // namespace lobatto::machine
