#include "gs/global_ids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace lobatto::gs {
namespace {

TEST(IdGroups, OfAKnownList) {
  const std::vector<std::int64_t> ids{7, 3, -1, 7, 1LL << 60, 3, 7};
  const IdGroups groups = group_by_id(ids);
  EXPECT_EQ(groups.ids, (std::vector<std::int64_t>{3, 7, 1LL << 60}));
  EXPECT_EQ(groups.offsets, (std::vector<std::uint32_t>{0, 2, 5, 6}));
  EXPECT_EQ(groups.members, (std::vector<std::uint32_t>{1, 5, 0, 3, 6, 4}));
}

TEST(IdGroups, OfNothing) {
  EXPECT_EQ(group_by_id({}).size(), 0U);
  EXPECT_EQ(group_by_id(std::vector<std::int64_t>{-1, -5}).size(), 0U);
}

TEST(IdGroups, OfRandomIdsHoldEachParticipantOnce) {
  std::mt19937 random(5);
  std::vector<std::int64_t> ids(5000);
  for (auto& id : ids) id = std::uniform_int_distribution<std::int64_t>(-50, 800)(random);
  std::map<std::int64_t, std::vector<std::uint32_t>> expected;
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0) expected[ids[i]].push_back(i);
  }
  const IdGroups groups = group_by_id(ids);
  ASSERT_EQ(groups.size(), expected.size());
  std::size_t g = 0;
  for (const auto& [id, members] : expected) {
    EXPECT_EQ(groups.ids[g], id);
    EXPECT_TRUE(std::ranges::equal(groups.group(g), members));
    ++g;
  }
}

}  // namespace
}  // namespace lobatto::gs
