#include "gs/rank_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lobatto::gs {
namespace {

/// Slot 0 is held by all ranks, slot 1 of each rank is slot 2 of the rank below it.
std::vector<RankSums::SharedSlots> chain(const comm::Communicator& group) {
  std::vector<RankSums::SharedSlots> partners;
  for (int r = 0; r < group.size(); ++r) {
    if (r == group.rank()) continue;
    partners.push_back({r, {0}});
    if (r == group.rank() - 1) partners.back().slots.push_back(1);
    if (r == group.rank() + 1) partners.back().slots.push_back(2);
  }
  return partners;
}

/// Of very different sizes, so that another order of additions would show in the last bits.
double share(int rank, int slot, int field) {
  return std::exp(3 * rank + std::sin(1.0 + slot + 10 * field));
}

TEST(RankSums, AddTheSharesOfAllHoldersInTheOrderOfTheRanks) {
  const auto world = comm::Communicator::world();
  const int own = world.rank();
  constexpr int n_fields = 3;
  RankSums sums(world, chain(world), 3, n_fields);
  for (int field = 0; field < n_fields; ++field) {
    for (int slot = 0; slot < 3; ++slot) sums.sums(field)[slot] = share(own, slot, field);
  }
  sums.begin(n_fields);
  sums.finish();
  for (int field = 0; field < n_fields; ++field) {
    double everybody = 0;
    for (int r = 0; r < world.size(); ++r) everybody += share(r, 0, field);
    const double below = own == 0 ? 0 : share(own - 1, 2, field);
    const double above = own == world.size() - 1 ? 0 : share(own + 1, 1, field);
    EXPECT_EQ(sums.totals(field)[0], everybody);  // the same bits
    EXPECT_EQ(sums.totals(field)[1], below + share(own, 1, field));
    EXPECT_EQ(sums.totals(field)[2], share(own, 2, field) + above);
  }
}

}  // namespace
}  // namespace lobatto::gs
