#include "gs/gather_scatter.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "base/error.hpp"

namespace lobatto::gs {
namespace {

using Values = std::vector<double>;
using Ids = std::vector<std::int64_t>;

/// How the ids of a rank are drawn; every rank can redraw those of the others.
struct Pattern {
  const char* name;
  std::size_t n_values;  // on rank 0; other ranks have some more
  std::int64_t lowest, highest;
  std::int64_t spread;  // id = draw * spread
};

class GatherScatterTest : public ::testing::TestWithParam<Pattern> {
 protected:
  [[nodiscard]] Ids ids_of(int rank) const {
    const Pattern& pattern = GetParam();
    std::mt19937_64 random(static_cast<unsigned>(1 + rank));
    std::uniform_int_distribution<std::int64_t> draw(pattern.lowest, pattern.highest);
    Ids ids(pattern.n_values + 3 * static_cast<std::size_t>(rank));
    for (auto& id : ids) id = draw(random) * pattern.spread;
    return ids;
  }
  [[nodiscard]] Values values_of(int rank, unsigned seed) const {
    std::mt19937_64 random(1000 * seed + static_cast<unsigned>(rank));
    Values values(ids_of(rank).size());
    for (auto& value : values) value = std::uniform_real_distribution(-1.0, 1.0)(random);
    return values;
  }
  [[nodiscard]] Ids own_ids() const { return ids_of(world.rank()); }
  [[nodiscard]] Values own_values(unsigned seed) const { return values_of(world.rank(), seed); }

  const comm::Communicator world = comm::Communicator::world();
};

TEST_P(GatherScatterTest, EqualsTheSumOverAllRanksInATable) {
  const GatherScatter gather_scatter(own_ids(), world);
  std::map<std::int64_t, long double> table;
  for (int r = 0; r < world.size(); ++r) {
    const Ids ids = ids_of(r);
    const Values values = values_of(r, 1);
    for (std::size_t i = 0; i < ids.size(); ++i) table[ids[i]] += values[i];
  }
  const Ids ids = own_ids();
  const Values before = own_values(1);
  Values values = before;
  gather_scatter.add(values);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < 0) {
      EXPECT_EQ(values[i], before[i]);
    } else {
      EXPECT_NEAR(values[i], static_cast<double>(table[ids[i]]), 1e-12);
    }
  }
}

TEST_P(GatherScatterTest, SinglePrecisionAgreesToItsRoundOff) {
  const GatherScatter gather_scatter(own_ids(), world);
  Values values = own_values(5);
  std::vector<float> single(values.begin(), values.end());
  gather_scatter.add(values);
  gather_scatter.add(std::span<float>(single));
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(single[i], values[i], 1e-4);
}

TEST_P(GatherScatterTest, CopiesHaveTheSameBitsOnAllRanks) {
  const GatherScatter gather_scatter(own_ids(), world);
  Values values = own_values(2);
  gather_scatter.add(values);
  std::vector<long long> bits;
  for (const double value : values) bits.push_back(std::bit_cast<long long>(value));
  const Ids ids = own_ids();
  const std::vector<long long> all_bits = world.all_gather(std::span<const long long>(bits));
  const std::vector<long long> all_ids =
      world.all_gather(std::span<const long long>(std::vector<long long>(ids.begin(), ids.end())));
  std::map<long long, long long> bits_of_id;
  for (std::size_t i = 0; i < all_ids.size(); ++i) {
    if (all_ids[i] < 0) continue;
    EXPECT_EQ(bits_of_id.try_emplace(all_ids[i], all_bits[i]).first->second, all_bits[i]);
  }
}

TEST_P(GatherScatterTest, InverseMultiplicityCountsTheCopies) {
  const GatherScatter gather_scatter(own_ids(), world);
  std::map<std::int64_t, int> copies;
  for (int r = 0; r < world.size(); ++r) {
    for (const std::int64_t id : ids_of(r)) ++copies[id];
  }
  const Ids ids = own_ids();
  ASSERT_EQ(gather_scatter.inverse_multiplicity().size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(gather_scatter.inverse_multiplicity()[i], ids[i] < 0 ? 1.0 : 1.0 / copies[ids[i]]);
  }
}

TEST_P(GatherScatterTest, AveragingTwiceIsAveragingOnce) {
  const GatherScatter gather_scatter(own_ids(), world);
  const auto average = [&](Values& values) {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] *= gather_scatter.inverse_multiplicity()[i];
    gather_scatter.add(values);
  };
  Values once = own_values(3);
  average(once);
  Values twice = once;
  average(twice);
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_NEAR(twice[i], once[i], 1e-14);
}

TEST_P(GatherScatterTest, IsSymmetric) {
  const GatherScatter gather_scatter(own_ids(), world);
  const Values x = own_values(4);
  const Values y = own_values(5);
  Values summed_x = x;
  Values summed_y = y;
  gather_scatter.add(summed_x);
  gather_scatter.add(summed_y);
  double left = 0;
  double right = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    left += summed_x[i] * y[i];
    right += x[i] * summed_y[i];
  }
  left = world.sum(left);
  right = world.sum(right);
  EXPECT_NEAR(left, right, 1e-11 * (1 + std::abs(left)));
}

TEST_P(GatherScatterTest, SeveralFieldsAtOnceEqualOneByOne) {
  const GatherScatter gather_scatter(own_ids(), world);
  for (unsigned n_fields = 1; n_fields <= GatherScatter::max_fields; ++n_fields) {
    std::vector<Values> together;
    for (unsigned f = 0; f < n_fields; ++f) together.push_back(own_values(10 + f));
    std::vector<Values> one_by_one = together;
    gather_scatter.add(std::vector<std::span<double>>(together.begin(), together.end()));
    for (auto& field : one_by_one) gather_scatter.add(field);
    EXPECT_EQ(together, one_by_one);
  }
}

/// What is changed between the parts, where no other rank looks, is summed as if it had been so.
template <class Real>
void expect_parts_equal_the_whole(const GatherScatter& gather_scatter, std::vector<Real> values) {
  std::vector<Real> in_parts = values;
  const std::vector<bool> is_shared = gather_scatter.shared_elements(1);
  for (std::size_t q = 0; q < values.size(); ++q)
    if (!is_shared[q]) values[q] += 2;
  gather_scatter.add(std::span(values));
  gather_scatter.progress();
  gather_scatter.add_begin(std::span(in_parts));
  gather_scatter.progress();
  for (std::size_t q = 0; q < values.size(); ++q)
    if (!is_shared[q]) in_parts[q] += 2;
  gather_scatter.add_within(std::span(in_parts));
  gather_scatter.add_finish(std::span(in_parts));
  EXPECT_EQ(in_parts, values);
}

TEST_P(GatherScatterTest, InPartsEqualsInOne) {
  const GatherScatter gather_scatter(own_ids(), world);
  const Values values = own_values(6);
  expect_parts_equal_the_whole(gather_scatter, values);
  expect_parts_equal_the_whole(gather_scatter, std::vector<float>(values.begin(), values.end()));
}

TEST_P(GatherScatterTest, SharedElementsAreWhole) {
  const GatherScatter gather_scatter(own_ids(), world);
  EXPECT_THROW((void)gather_scatter.shared_elements(0), base::Error);
  if (!own_ids().empty()) {
    EXPECT_THROW((void)gather_scatter.shared_elements(own_ids().size() + 1), base::Error);
  }
}

TEST_P(GatherScatterTest, RefusesFieldsThatDoNotFit) {
  const GatherScatter gather_scatter(own_ids(), world);
  Values too_long(own_ids().size() + 1);
  EXPECT_THROW(gather_scatter.add(too_long), base::Error);
  Values fitting = own_values(1);
  const std::vector<std::span<double>> too_many(GatherScatter::max_fields + 1, fitting);
  EXPECT_THROW(gather_scatter.add(too_many), base::Error);
}

INSTANTIATE_TEST_SUITE_P(Patterns, GatherScatterTest,
                         ::testing::Values(Pattern{"few_ids_held_by_all_ranks", 200, 0, 12, 1},
                                           Pattern{"many_ids_some_left_out", 3000, -300, 4000, 1},
                                           Pattern{"ids_beyond_32_bits", 500, 0, 700, 1LL << 50},
                                           Pattern{"hardly_any_sharing", 100, 0, 1'000'000, 1},
                                           Pattern{"only_rank_above_0_has_values", 0, 0, 3, 1},
                                           Pattern{"nobody_takes_part", 20, -9, -1, 1}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(GatherScatter, OnOneRankOfItsOwnSeesNoOther) {
  const auto self = comm::Communicator::self();
  const GatherScatter gather_scatter(Ids{5, 8, 5}, self);
  Values values{1, 2, 4};
  gather_scatter.add(values);
  EXPECT_EQ(values, (Values{5, 2, 5}));
}

}  // namespace
}  // namespace lobatto::gs
