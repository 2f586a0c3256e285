#include "comm/exchange/ghost_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lobatto::comm {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(GhostValues, NumbersOutsideAreAscendingAndEachOnce) {
  EXPECT_EQ(numbers_outside(Numbers{7, 3, 9, 4, 3, 12, 9}, 4, 9), (Numbers{3, 9, 12}));
  EXPECT_TRUE(numbers_outside(Numbers{5, 4}, 4, 6).empty());
}

/// Rank r owns r numbers, so the first owns none; each needs every second one of the others.
TEST(GhostValues, AreThoseOfTheirOwnersEachTime) {
  const auto world = Communicator::world();
  const std::int64_t n_own = world.rank(), n = world.size() * (world.size() - 1) / 2;
  const std::int64_t first = n_own * (n_own - 1) / 2;
  Numbers needed;
  for (std::int64_t number = 0; number < n; number += 2) needed.push_back(number);
  needed = numbers_outside(needed, first, first + n_own);
  GhostValues ghosts(needed, first, world);
  for (const double factor : {1.0, -3.0}) {
    std::vector<double> own(static_cast<std::size_t>(n_own));
    std::iota(own.begin(), own.end(), static_cast<double>(first));
    for (double& value : own) value *= factor;
    ghosts.begin(own);
    const auto found = ghosts.finish();
    ASSERT_EQ(found.size(), needed.size());
    for (std::size_t i = 0; i < needed.size(); ++i)
      EXPECT_EQ(found[i], factor * static_cast<double>(needed[i]));
  }
}

}  // namespace
}  // namespace lobatto::comm
