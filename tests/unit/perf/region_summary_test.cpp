#include "perf/region_summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace lobatto::perf {
namespace {

enum : std::size_t { other, solve, rhs, coarse, write };

/// "other" 1 s, "solve" 4 s with "rhs" 2 s inside, "rhs" alone 0.5 s; the last rank has a "coarse"
/// of 3 s in the "rhs" of the "solve" and the odd ranks a "write" of 0.25 s, which they enter
/// first.
RegionTree tree_of(int rank, int n_ranks) {
  RegionTree tree{{"other", "solve", "rhs", "coarse", "write"}, {{0, other, 0, 1.0, 0, 0}}};
  if (rank % 2 == 1) tree.nodes.push_back({0, write, 1, 0.25, 0, 0});
  const std::size_t at = tree.nodes.size();
  tree.nodes.push_back({0, solve, 10 + rank, 4.0, 8e9, 1e9});
  tree.nodes.push_back({at, rhs, 20, 2.0, 1e9, 2e9});
  if (rank == n_ranks - 1) tree.nodes.push_back({at + 1, coarse, 5, 3.0, 0, 0});
  tree.nodes.push_back({0, rhs, 1, 0.5, 0, 0});
  return tree;
}

std::vector<std::string> paths_of(const std::vector<RegionPlace>& places) {
  std::vector<std::string> paths;
  for (const auto& place : places) paths.push_back(place.path);
  return paths;
}

RegionPlace place_at(const std::vector<RegionPlace>& places, const std::string& path) {
  const auto found = std::ranges::find(places, path, &RegionPlace::path);
  EXPECT_NE(found, places.end()) << path;
  return found == places.end() ? RegionPlace{} : *found;
}

TEST(RegionSummary, HasThePlacesOfAllRanksInTheOrderOfTheirFirstUse) {
  const auto world = comm::Communicator::world();
  const auto places = summarise_places(tree_of(world.rank(), world.size()), world);
  std::vector<std::string> expected{"solve", "solve/rhs", "solve/rhs/coarse", "rhs"};
  if (world.size() > 1) expected.push_back("write");  // the first rank does not have it
  expected.push_back("other");
  EXPECT_EQ(paths_of(places), expected);
  EXPECT_EQ(place_at(places, "solve/rhs/coarse").depth, 2);
  EXPECT_EQ(place_at(places, "solve/rhs/coarse").own.name, "coarse");
  EXPECT_EQ(places.back().depth, 0);
}

TEST(RegionSummary, RanksThatWereNotThereCountWithZeros) {
  const auto world = comm::Communicator::world();
  const int n = world.size();
  const auto places = summarise_places(tree_of(world.rank(), n), world);
  const auto found = place_at(places, "solve/rhs/coarse");
  EXPECT_DOUBLE_EQ(found.own.seconds_min, n == 1 ? 3.0 : 0.0);
  EXPECT_DOUBLE_EQ(found.own.seconds_avg, 3.0 / n);
  EXPECT_DOUBLE_EQ(found.own.seconds_max, 3.0);
  EXPECT_EQ(found.own.calls, 5);
  const auto caller = place_at(places, "solve");
  EXPECT_DOUBLE_EQ(caller.inclusive_min, n == 1 ? 9.0 : 6.0);
  EXPECT_DOUBLE_EQ(caller.inclusive_avg, 6.0 + 3.0 / n);
  EXPECT_DOUBLE_EQ(caller.inclusive_max, 9.0);
  EXPECT_EQ(caller.own.calls, 10 + n - 1);
  EXPECT_DOUBLE_EQ(caller.own.flops, 8e9 * n);
  EXPECT_DOUBLE_EQ(caller.own.gflops, 2.0);
  EXPECT_DOUBLE_EQ(caller.own.gbs, 0.25);
}

TEST(RegionSummary, InclusiveIsOwnAndWhatIsDirectlyInside) {
  const auto world = comm::Communicator::world();
  const auto places = summarise_places(tree_of(world.rank(), world.size()), world);
  for (std::size_t i = 0; i < places.size(); ++i) {
    double sum = places[i].own.seconds_avg;
    for (std::size_t k = i + 1; k < places.size() && places[k].depth > places[i].depth; ++k)
      if (places[k].depth == places[i].depth + 1) sum += places[k].inclusive_avg;
    EXPECT_NEAR(places[i].inclusive_avg, sum, 1e-12) << places[i].path;
  }
}

TEST(RegionSummary, TimesAddToTheWallTimeAndSharesToOne) {
  const auto world = comm::Communicator::world();
  const RegionTree tree = tree_of(world.rank(), world.size());
  const double wall = world.sum(tree.seconds()) / world.size();
  double exclusive = 0, inclusive = 0, share = 0;
  for (const auto& place : summarise_places(tree, world)) {
    exclusive += place.own.seconds_avg;
    share += place.own.share;
    if (place.depth == 0) inclusive += place.inclusive_avg;
  }
  EXPECT_NEAR(exclusive, wall, 1e-12);
  EXPECT_NEAR(inclusive, wall, 1e-12);
  EXPECT_NEAR(share, 1.0, 1e-12);
}

TEST(RegionSummary, OfARegionIsTheSumOverItsPlaces) {
  const auto world = comm::Communicator::world();
  const RegionTree tree = tree_of(world.rank(), world.size());
  std::map<std::string, RegionSummary> sums;
  for (const auto& place : summarise_places(tree, world)) {
    RegionSummary& sum = sums[place.own.name];
    sum.seconds_avg += place.own.seconds_avg;
    sum.share += place.own.share;
    sum.flops += place.own.flops;
    sum.bytes += place.own.bytes;
  }
  const auto regions = summarise_regions(tree, world);
  ASSERT_EQ(regions.size(), 5u);
  EXPECT_EQ(regions.front().name, "solve");
  EXPECT_EQ(regions.back().name, "other");
  for (const auto& region : regions) {
    const RegionSummary& sum = sums[region.name];
    EXPECT_NEAR(region.seconds_avg, sum.seconds_avg, 1e-12) << region.name;
    EXPECT_NEAR(region.share, sum.share, 1e-12);
    EXPECT_EQ(region.flops, sum.flops);
    EXPECT_EQ(region.bytes, sum.bytes);
  }
  EXPECT_EQ(regions[1].calls, 21);  // of "rhs", in both places
}

TEST(RegionSummary, ATreeOfTheRootAloneIsOther) {
  const auto world = comm::Communicator::world();
  const RegionTree tree{{"other", "work"}, {{0, 0, 0, 2.0, 0, 0}}};
  const auto places = summarise_places(tree, world);
  ASSERT_EQ(places.size(), 1u);
  EXPECT_EQ(places[0].path, "other");
  EXPECT_DOUBLE_EQ(places[0].own.share, 1.0);
}

TEST(RegionSummary, RefusesDifferentRegions) {
  const auto world = comm::Communicator::world();
  const RegionTree tree{{"other", world.rank() == 0 ? "pressure" : "velocity"}, {{}}};
  if (world.size() > 1) {
    EXPECT_THROW((void)summarise_regions(tree, world), base::Error);
    EXPECT_THROW((void)summarise_places(tree, world), base::Error);
  } else {
    EXPECT_EQ(summarise_regions(tree, world).size(), 2u);
  }
}

}  // namespace
}  // namespace lobatto::perf
