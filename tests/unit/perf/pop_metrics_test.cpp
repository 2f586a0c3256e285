#include "perf/mpi/profile.hpp"

#include <gtest/gtest.h>

#include <array>

namespace lobatto::perf {
namespace {

TEST(PopMetrics, OfAKnownImbalance) {
  // Three ranks compute 6, 8 and 10 seconds of a run of 16: average 8.
  constexpr std::array useful{6.0, 8.0, 10.0};
  const PopMetrics metrics = pop_metrics(useful, 16.0, 10.0 / 12.5);
  EXPECT_DOUBLE_EQ(metrics.load_balance, 0.8);
  EXPECT_DOUBLE_EQ(metrics.communication_efficiency, 0.625);
  EXPECT_DOUBLE_EQ(metrics.parallel_efficiency, 0.5);
  EXPECT_DOUBLE_EQ(*metrics.serialisation_efficiency, 0.8);
  EXPECT_DOUBLE_EQ(*metrics.transfer_efficiency, 0.78125);  // 12.5 / 16
  EXPECT_DOUBLE_EQ(*metrics.ideal_seconds, 12.5);
}

TEST(PopMetrics, WithoutAReplay) {
  constexpr std::array useful{3.0, 4.0};
  const PopMetrics metrics = pop_metrics(useful, 5.0);
  EXPECT_DOUBLE_EQ(metrics.parallel_efficiency, 0.7);
  EXPECT_FALSE(metrics.serialisation_efficiency);
  EXPECT_FALSE(metrics.transfer_efficiency);
  EXPECT_FALSE(metrics.ideal_seconds);
}

TEST(PopMetrics, OneRankIsBalanced) {
  constexpr std::array useful{3.0};
  EXPECT_EQ(pop_metrics(useful, 4.0).load_balance, 1.0);
  EXPECT_EQ(pop_metrics({}, 4.0).parallel_efficiency, 0.0);
}

}  // namespace
}  // namespace lobatto::perf
