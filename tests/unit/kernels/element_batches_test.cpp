#include "kernels/batches/element_batches.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <vector>

namespace lobatto::kernels {
namespace {

std::vector<bool> every_third(int n_elements) {
  std::vector<bool> first(n_elements, false);
  for (int e = 0; e < n_elements; e += 3) first[e] = true;
  return first;
}

TEST(ElementBatches, HoldEachElementOnceInTheFirstLanes) {
  for (const int lanes : {1, 4, 8})
    for (int n = 0; n < 40; ++n) {
      const ElementBatches batches(every_third(n), lanes);
      ASSERT_EQ(batches.n_elements(), n);
      ASSERT_EQ(batches.size(), (n + lanes - 1) / lanes);
      std::set<int> found;
      for (int b = 0; b < batches.size(); ++b) {
        const auto elements = batches.elements_in(b);
        ASSERT_LE(elements.size(), lanes);
        for (std::size_t lane = 0; lane < elements.size(); ++lane) {
          ASSERT_TRUE(found.insert(elements[lane]).second);
          ASSERT_EQ(batches.at(elements[lane], 5, 7), (b * 7u + 5) * lanes + lane);
        }
      }
      ASSERT_EQ(found.size(), n);
    }
}

TEST(ElementBatches, FirstElementsAreInTheFirstBatches) {
  for (const int lanes : {1, 4, 8})
    for (int n = 0; n < 40; ++n) {
      const std::vector<bool> first = every_third(n);
      const ElementBatches batches(first, lanes);
      const int n_first = (n + 2) / 3;
      EXPECT_EQ(batches.n_first(), (n_first + lanes - 1) / lanes);
      for (int b = batches.n_first(); b < batches.size(); ++b)
        for (const int e : batches.elements_in(b)) EXPECT_FALSE(first[e]);
    }
}

TEST(ElementBatches, NeighboursFollowEachOtherInALane) {
  const ElementBatches batches(22, 4);
  EXPECT_EQ(batches.n_first(), 0);
  for (int e = 1; e < 22; ++e) {
    if (e % 6 == 0) continue;
    EXPECT_EQ(batches.at(e, 0, 10), batches.at(e - 1, 0, 10) + batches.batch_size(10)) << e;
  }
}

TEST(ElementBatches, ArrangeFillsEmptyLanes) {
  std::vector<int> values(2 * 5);
  std::iota(values.begin(), values.end(), 0);
  const ElementBatches batches(5, 4);
  const std::vector<int> arranged{0, 4, 8, -1, 1, 5, 9, -1, 2, 6, -1, -1, 3, 7, -1, -1};
  EXPECT_EQ(batches.arrange<int>(values, 2, -1), arranged);
}

}  // namespace
}  // namespace lobatto::kernels
