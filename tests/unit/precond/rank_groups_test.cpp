#include "precond/coarse/rank_groups.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"

namespace lobatto::precond {
namespace {

/// Rank r has r values, rank 0 none: 100 r + i.
std::vector<double> values_of(int rank) {
  std::vector<double> values;
  for (int i = 0; i < rank; ++i) values.push_back(100.0 * rank + i);
  return values;
}

TEST(RankGroups, BringTheValuesOfAllRanksToTheLeadersInTheirOrderAndBack) {
  const auto world = comm::Communicator::world();
  for (int n_groups = 1; n_groups <= world.size(); ++n_groups) {
    std::vector<double> own = values_of(world.rank());
    RankGroups groups(n_groups, own.size(), world);
    for (int repetition = 0; repetition < 2; ++repetition) {
      own = values_of(world.rank());
      groups.gather(own);
      std::vector<double> expected;
      if (groups.is_leader())
        for (int r = world.rank(); r < world.rank() + groups.group().size(); ++r)
          for (const double value : values_of(r)) expected.push_back(value);
      const auto gathered = groups.values();
      EXPECT_EQ(std::vector<double>(gathered.begin(), gathered.end()), expected);
      for (double& value : groups.values()) value = -value;
      groups.scatter(own);
      const auto before = values_of(world.rank());
      for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(own[i], -before[i]);
    }
  }
}

TEST(RankGroups, HaveSoManyLeadersAndLikeSizes) {
  const auto world = comm::Communicator::world();
  for (int n_groups = 1; n_groups <= world.size(); ++n_groups) {
    const RankGroups groups(n_groups, 1, world);
    EXPECT_EQ(world.sum(groups.is_leader() ? 1LL : 0LL), n_groups);
    if (groups.is_leader()) {
      EXPECT_EQ(groups.leaders().size(), n_groups);
    }
    const double size = groups.group().size();
    EXPECT_LE(world.max(size) - world.min(size), 1);
  }
}

TEST(RankGroups, AreAtLeastOneAndAtMostAllRanks) {
  const auto world = comm::Communicator::world();
  EXPECT_THROW(RankGroups(0, 1, world), base::Error);
  EXPECT_THROW(RankGroups(world.size() + 1, 1, world), base::Error);
}

}  // namespace
}  // namespace lobatto::precond
