#include "accept/rank_box.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace lobatto::accept {
namespace {

TEST(RankBox, EveryCellBelongsToOneRank) {
  const KernelSettings settings{{7, 5, 3}, true, {3, 2, 1}};
  std::vector<int> owners(7 * 5 * 3, 0);
  for (int rank = 0; rank < 6; ++rank) {
    const RankBox box(settings, {1, 1, 1}, 3, rank, 6);
    EXPECT_EQ(box.rank_at({box.coordinate(0), box.coordinate(1), box.coordinate(2)}), rank);
    for (int k = box.first(2); k < box.first(2) + box.count(2); ++k)
      for (int j = box.first(1); j < box.first(1) + box.count(1); ++j)
        for (int i = box.first(0); i < box.first(0) + box.count(0); ++i)
          ++owners[static_cast<std::size_t>((k * 5 + j) * 7 + i)];
  }
  EXPECT_EQ(owners, std::vector<int>(7 * 5 * 3, 1));
}

TEST(RankBox, NeighboursAreEachOthers) {
  const KernelSettings settings{{4, 4, 4}, false, {3, 2, 2}};
  for (int rank = 0; rank < 12; ++rank) {
    const RankBox box(settings, {1, 1, 1}, 3, rank, 12);
    for (int d = 0; d < 3; ++d)
      EXPECT_EQ(RankBox(settings, {1, 1, 1}, 3, box.neighbour(d, 1), 12).neighbour(d, -1), rank);
  }
}

TEST(RankBox, SizeOfEachRankOrOfAll) {
  EXPECT_EQ(RankBox({{4, 5}, false, {2, 3}}, {1, 1}, 2, 0, 6).size(), (std::vector{8, 15}));
  EXPECT_EQ(RankBox({{4, 5}, true, {2, 3}}, {1, 1}, 2, 0, 6).size(), (std::vector{4, 5}));
}

TEST(RankBox, RanksNearToACube) {
  EXPECT_EQ(even_factors(12, 3), (std::vector{2, 2, 3}));
  EXPECT_EQ(even_factors(64, 3), (std::vector{4, 4, 4}));
  EXPECT_EQ(even_factors(7, 2), (std::vector{1, 7}));
  EXPECT_EQ(even_factors(1, 4), (std::vector{1, 1, 1, 1}));
}

std::string complaint_of(const KernelSettings& settings, int n_ranks) {
  try {
    RankBox(settings, {8, 8}, 2, 0, n_ranks);
  } catch (const base::Error& error) {
    return error.what();
  }
  return {};
}

TEST(RankBox, SaysWhatDoesNotFit) {
  EXPECT_NE(complaint_of({{}, false, {2, 2}}, 6).find("such as 2x3"), std::string::npos);
  EXPECT_NE(complaint_of({{4}, false, {}}, 1).find("expected 2 numbers"), std::string::npos);
  EXPECT_NE(complaint_of({{4, 0}, false, {}}, 1).find("of 1 or more"), std::string::npos);
  EXPECT_NE(complaint_of({{2, 8}, true, {4, 1}}, 4).find("fewer cells than ranks"),
            std::string::npos);
}

}  // namespace
}  // namespace lobatto::accept
