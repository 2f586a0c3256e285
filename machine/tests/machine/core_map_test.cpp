#include "machine/placement/core_map.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.hpp"

namespace lobatto::machine {
namespace {

/// The map of a node that hwloc makes up.
CoreMap map_of(const char* description) {
  setenv("HWLOC_SYNTHETIC", description, 1);
  CoreMap map;
  unsetenv("HWLOC_SYNTHETIC");
  return map;
}

void expect_place(const CorePlace& place, int socket, int numa_node, int cache) {
  EXPECT_EQ(place.socket, socket);
  EXPECT_EQ(place.numa_node, numa_node);
  EXPECT_EQ(place.cache, cache);
}

/// 2 sockets of 2 NUMA nodes of 2 caches of 2 cores.
TEST(CoreMap, PutsProcessorsIntoAllLevels) {
  const auto map = map_of("pack:2 numa:2 l3:2 core:2 pu:1");
  expect_place(map.place_of("0"), 0, 0, 0);
  expect_place(map.place_of("2-3"), 0, 0, 1);
  expect_place(map.place_of("0-3"), 0, 0, -1);
  expect_place(map.place_of("3-4"), 0, -1, -1);
  expect_place(map.place_of("15"), 1, 3, 7);
  expect_place(map.place_of("7-8"), -1, -1, -1);
  expect_place(map.place_of(""), -1, -1, -1);
}

TEST(CoreMap, LeavesOutLevelsThatSayNothingMore) {
  // One NUMA node and one cache in each socket.
  const auto plain = map_of("pack:2 numa:1 l3:1 core:4 pu:1");
  expect_place(plain.place_of("5"), 1, -1, -1);
  // A cache for each NUMA node.
  const auto small = map_of("pack:1 numa:2 l3:1 core:2 pu:1");
  expect_place(small.place_of("2"), 0, 1, -1);
  // Without L3 the L2 counts.
  const auto old = map_of("pack:1 l2:2 core:2 pu:1");
  expect_place(old.place_of("2"), 0, -1, 1);
}

TEST(CoreMap, KnowsWhereThisThreadMayRun) {
  const CoreMap map;
  const auto bound = map.bound_to();
  EXPECT_FALSE(bound.empty());
  EXPECT_NO_THROW((void)map.place_of(bound));
}

TEST(CoreMap, RefusesWhatIsNoList) { EXPECT_THROW((void)CoreMap().place_of("a"), base::Error); }

}  // namespace
}  // namespace lobatto::machine
