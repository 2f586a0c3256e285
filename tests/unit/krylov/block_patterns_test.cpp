#include "krylov/block_patterns.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"

namespace lobatto::krylov {
namespace {

TEST(BlockPatterns, GiveTheFieldBackAndKeepEqualBlocksOnce) {
  const std::vector<double> values{1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 5, 1, 2};
  const std::vector<base::Block> blocks{{0, 4}, {4, 4}, {8, 4}, {12, 2}};
  const BlockPatterns patterns(values, blocks);
  // {1 2 3 4}, {1 2 3 5} and the short end.
  EXPECT_EQ(patterns.size(), 12u);
  for (std::size_t q = 0; q < values.size(); ++q)
    EXPECT_EQ(patterns.block(q / 4)[q % 4], values[q]) << q;
  EXPECT_EQ(patterns.block(0), patterns.block(1));
}

TEST(BlockPatterns, OfAFieldWithoutRepetitionAreTheField) {
  std::vector<double> values(40);
  for (std::size_t q = 0; q < values.size(); ++q) values[q] = static_cast<double>(q);
  const std::vector<base::Block> blocks{{16, 8}, {0, 8}, {8, 8}, {32, 8}, {24, 8}};
  const BlockPatterns patterns(values, blocks);
  EXPECT_EQ(patterns.size(), values.size());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t q = 0; q < 8; ++q)
      EXPECT_EQ(patterns.block(b)[q], values[blocks[b].first + q]);
}

TEST(BlockPatterns, OfNothingAreEmpty) { EXPECT_EQ(BlockPatterns({}, {}).size(), 0u); }

TEST(BlockPatterns, RefuseBlocksThatAreNotTheField) {
  const std::vector<double> values(6, 1.0);
  const std::vector<base::Block> short_of_two{{0, 4}}, one_too_many{{0, 4}, {4, 3}};
  EXPECT_THROW(BlockPatterns(values, short_of_two), base::Error);
  EXPECT_THROW(BlockPatterns(values, one_too_many), base::Error);
}

}  // namespace
}  // namespace lobatto::krylov
