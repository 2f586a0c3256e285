#include "gs/local_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace lobatto::gs {
namespace {

using Values = std::vector<double>;

template <class Real>
std::size_t add(const LocalSums& sums, std::vector<Real>& values, std::size_t piece = 0,
                std::size_t end = LocalSums::everything) {
  const std::span<Real> field(values);
  return sums.add_unshared({&field, 1}, piece, end);
}

const std::vector<std::int64_t> ids{4, 9, 4, 2, 9, 9, 5, 5, -1, 6};  // groups 2, 4, 5, 6, 9

TEST(LocalSums, AddsPairsAndLargerGroupsInPlace) {
  const LocalSums sums(group_by_id(ids), std::vector<bool>(5, false));
  Values values{1, 10, 2, 3, 20, 30, 100, 200, 7, 8};
  add(sums, values);
  EXPECT_EQ(values, (Values{3, 60, 3, 3, 60, 60, 300, 300, 7, 8}));
  EXPECT_EQ(sums.n_slots(), 0U);
}

/// Groups of 2 to 8 copies in runs of 1 to 40 that follow each other in memory, as nodes of faces
/// do, with values of no group in between, over several times what stays in cache.
std::vector<std::int64_t> ids_in_runs() {
  std::vector<std::int64_t> all;
  std::int64_t id = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    for (int length = 1; length <= 40; ++length) {
      const int n_copies = 2 + (length + repeat) % 7;
      for (int copy = 0; copy < n_copies; ++copy) {
        for (int i = 0; i < length; ++i) all.push_back(id + i);
        all.push_back(-1);
      }
      id += length;
    }
  }
  return all;
}

template <class Real>
void expect_sums_in_the_order_of_indices() {
  const auto all = ids_in_runs();
  std::vector<Real> values, expected;
  for (std::size_t q = 0; q < all.size(); ++q) values.push_back(std::sin(static_cast<Real>(q)));
  std::map<std::int64_t, Real> sums;
  for (std::size_t q = 0; q < all.size(); ++q) sums[all[q]] += values[q];
  for (std::size_t q = 0; q < all.size(); ++q)
    expected.push_back(all[q] < 0 ? values[q] : sums[all[q]]);
  const auto groups = group_by_id(all);
  add(LocalSums(groups, std::vector<bool>(groups.size(), false)), values);
  EXPECT_EQ(values, expected);
}

TEST(LocalSums, AddsGroupsThatFollowEachOtherInMemory) {
  expect_sums_in_the_order_of_indices<double>();
  expect_sums_in_the_order_of_indices<float>();
}

/// What is not there yet, and is written later, takes no part before.
TEST(LocalSums, OfWhatIsThereSoFarEqualThoseOfTheWhole) {
  const auto all = ids_in_runs();
  const auto groups = group_by_id(all);
  const LocalSums sums(groups, std::vector<bool>(groups.size(), false));
  Values whole, written;
  for (std::size_t q = 0; q < all.size(); ++q) whole.push_back(std::cos(static_cast<double>(q)));
  written.assign(all.size(), std::nan(""));
  std::size_t piece = 0;
  for (std::size_t end = 0; end < all.size();) {
    const std::size_t begin = std::exchange(end, std::min(end + 343, all.size()));
    std::copy(whole.begin() + begin, whole.begin() + end, written.begin() + begin);
    piece = add(sums, written, piece, end);
  }
  EXPECT_GT(piece, 0U);
  add(sums, written, piece);
  add(sums, whole);
  EXPECT_EQ(written, whole);
}

TEST(LocalSums, LeavesSharedGroupsToTheirSlots) {
  const LocalSums sums(group_by_id(ids), {false, true, false, true, true});
  Values values{1, 10, 2, 3, 20, 30, 100, 200, 7, 8};
  Values slots(sums.n_slots());
  ASSERT_EQ(slots.size(), 3U);
  sums.gather_shared(values, slots);
  EXPECT_EQ(slots, (Values{3, 8, 60}));
  add(sums, values);
  EXPECT_EQ(values, (Values{1, 10, 2, 3, 20, 30, 300, 300, 7, 8}));
  sums.scatter_shared(Values{-1, -2, -3}, values);
  EXPECT_EQ(values, (Values{-1, -3, -1, 3, -3, -3, 300, 300, 7, -2}));
}

}  // namespace
}  // namespace lobatto::gs
