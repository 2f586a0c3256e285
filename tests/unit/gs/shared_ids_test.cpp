#include "gs/global_ids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <random>

namespace lobatto::gs {
namespace {

/// What rank r holds, known to every rank.
std::vector<std::int64_t> random_ids(int rank) {
  std::mt19937_64 random(static_cast<unsigned>(100 + rank));
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 300; ++i) {
    ids.push_back(std::uniform_int_distribution<std::int64_t>(0, 700)(random) * 1'000'003);
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

TEST(SharedIds, AreTheIntersectionsOfWhatTheRanksHold) {
  const auto world = comm::Communicator::world();
  const auto own = random_ids(world.rank());
  const std::vector<PartnerIds> partners = find_shared_ids(own, world);
  ASSERT_EQ(partners.size(), static_cast<std::size_t>(world.size() - 1));
  std::size_t p = 0;
  for (int r = 0; r < world.size(); ++r) {
    if (r == world.rank()) continue;
    std::vector<std::int64_t> common;
    std::ranges::set_intersection(own, random_ids(r), std::back_inserter(common));
    EXPECT_EQ(partners[p].rank, r);
    EXPECT_EQ(partners[p].ids, common);
    ++p;
  }
}

/// Beyond 2^53 not every number has a double.
TEST(SharedIds, MayBeAsLargeAsNumbersGo) {
  const auto world = comm::Communicator::world();
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max() - 1024;
  for (std::int64_t less = 0; less < 600; less += 37) {
    const std::vector<std::int64_t> own{world.rank(), largest - 600, largest - less};
    const auto partners = find_shared_ids(own, world);
    ASSERT_EQ(partners.size(), static_cast<std::size_t>(world.size() - 1));
    for (const PartnerIds& partner : partners)
      EXPECT_EQ(partner.ids, (std::vector<std::int64_t>{largest - 600, largest - less}));
  }
}

TEST(SharedIds, RanksWithNothingInCommonAreNoPartners) {
  const auto world = comm::Communicator::world();
  const std::vector<std::int64_t> own{world.rank(), world.rank() + 10, world.rank() + 20};
  EXPECT_TRUE(find_shared_ids(own, world).empty());
}

TEST(SharedIds, AChainHasItsNeighboursAsPartners) {
  const auto world = comm::Communicator::world();
  const std::vector<std::int64_t> own{world.rank(), world.rank() + 1};
  for (const PartnerIds& partner : find_shared_ids(own, world)) {
    EXPECT_EQ(std::abs(partner.rank - world.rank()), 1);
    EXPECT_EQ(partner.ids, std::vector<std::int64_t>{std::max(partner.rank, world.rank())});
  }
}

}  // namespace
}  // namespace lobatto::gs
