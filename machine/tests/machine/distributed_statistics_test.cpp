#include "machine/results/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace lobatto::machine {
namespace {

/// Rates that scatter, some of them equal, one of nothing; the same on every rank.
std::vector<double> numbers(int n) {
  std::mt19937 generator(static_cast<unsigned>(n));
  std::normal_distribution<double> normal(10, 1);
  std::vector<double> values;
  for (int i = 0; i < n; ++i)
    values.push_back(i % 5 == 4 ? values[i - 1] : i == 7 ? 0 : std::abs(normal(generator)));
  return values;
}

/// Those of them that this rank has: more on high ranks, none on rank 0 where there are others.
std::vector<double> own(const std::vector<double>& all, const comm::Communicator& world) {
  std::vector<double> part;
  const int n_parts = std::max(1, world.size() * (world.size() - 1) / 2);
  for (std::size_t i = 0; i < all.size(); ++i) {
    int rank = 0;
    for (int part_of = static_cast<int>(i) % n_parts; part_of >= rank; ++rank) part_of -= rank;
    if (world.size() == 1 || rank == world.rank()) part.push_back(all[i]);
  }
  return part;
}

class OfAllRanks : public testing::TestWithParam<int> {};

TEST_P(OfAllRanks, IsExactlyThatOfOne) {
  const auto world = comm::Communicator::world();
  const auto all = numbers(GetParam());
  const auto mine = own(all, world);
  ASSERT_EQ(world.sum(static_cast<long long>(mine.size())), GetParam());
  auto ascending = all;
  std::ranges::sort(ascending);
  for (std::size_t n = 0; n < all.size(); n += 3)
    EXPECT_EQ(nth_of_all(world, mine, static_cast<long long>(n)), ascending[n]);
  const auto summary = summarise_all(world, mine), expected = summarise(all);
  EXPECT_EQ(summary.count, expected.count);
  EXPECT_EQ(summary.minimum, expected.minimum);
  EXPECT_EQ(summary.maximum, expected.maximum);
  EXPECT_EQ(summary.median, expected.median);
  EXPECT_NEAR(summary.average, expected.average, 1e-13 * expected.average);
  EXPECT_NEAR(summary.standard_deviation, expected.standard_deviation, 1e-12);
  for (const bool larger : {true, false}) {
    const auto usual = usual_of_all(world, mine, larger), same = usual_of(all, larger);
    EXPECT_EQ(usual.value, same.value);
    EXPECT_EQ(usual.spread, same.spread);
  }
}
INSTANTIATE_TEST_SUITE_P(Counts, OfAllRanks, testing::Values(1, 2, 3, 8, 51, 100));

TEST(OfAllRanks, OfNothingIsNothing) {
  const auto world = comm::Communicator::world();
  EXPECT_EQ(summarise_all(world, {}).count, 0u);
  EXPECT_EQ(usual_of_all(world, {}, true).spread, 0);
}

}  // namespace
}  // namespace lobatto::machine
