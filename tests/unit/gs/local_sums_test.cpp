#include "gs/local_sums.hpp"

#include <gtest/gtest.h>

namespace lobatto::gs {
namespace {

using Values = std::vector<double>;

const std::vector<std::int64_t> ids{4, 9, 4, 2, 9, 9, 5, 5, -1, 6};  // groups 2, 4, 5, 6, 9

TEST(LocalSums, AddsPairsAndLargerGroupsInPlace) {
  const LocalSums sums(group_by_id(ids), std::vector<bool>(5, false));
  Values values{1, 10, 2, 3, 20, 30, 100, 200, 7, 8};
  sums.add_unshared(values);
  EXPECT_EQ(values, (Values{3, 60, 3, 3, 60, 60, 300, 300, 7, 8}));
  EXPECT_EQ(sums.n_slots(), 0U);
}

TEST(LocalSums, LeavesSharedGroupsToTheirSlots) {
  const LocalSums sums(group_by_id(ids), {false, true, false, true, true});
  Values values{1, 10, 2, 3, 20, 30, 100, 200, 7, 8};
  Values slots(sums.n_slots());
  ASSERT_EQ(slots.size(), 3U);
  sums.gather_shared(values, slots);
  EXPECT_EQ(slots, (Values{3, 8, 60}));
  sums.add_unshared(values);
  EXPECT_EQ(values, (Values{1, 10, 2, 3, 20, 30, 300, 300, 7, 8}));
  sums.scatter_shared(Values{-1, -2, -3}, values);
  EXPECT_EQ(values, (Values{-1, -3, -1, 3, -3, -3, 300, 300, 7, -2}));
}

}  // namespace
}  // namespace lobatto::gs
