#include "perf/region_table.hpp"

#include <gtest/gtest.h>

#include "perf/profiler.hpp"

namespace lobatto::perf {
namespace {

TEST(ProfilerOverhead, IsTheEntriesOfTheBusiestRankOverItsTime) {
  const auto world = comm::Communicator::world();
  const long long calls = 1000 * (world.rank() + 1);
  const RegionTree tree{{"other", "work"}, {{0, 0, 0, 0.5, 0, 0}, {0, 1, calls, 0.5, 0, 0}}};
  const ProfilerOverhead overhead = profiler_overhead(tree, world);
  EXPECT_EQ(overhead.entries, 1000 * world.size());
  EXPECT_GT(overhead.seconds_an_entry, 0);
  // The cost of an entry is measured on each rank.
  EXPECT_LE(overhead.share, static_cast<double>(overhead.entries) * overhead.seconds_an_entry);
  EXPECT_GE(overhead.share, 1000 * overhead.seconds_an_entry);
}

TEST(ProfilerOverhead, OfNoTimeIsNone) {
  const auto self = comm::Communicator::self();
  EXPECT_EQ(profiler_overhead({{"other"}, {{}}}, self).share, 0);
}

}  // namespace
}  // namespace lobatto::perf
