#include "perf/machine_limits.hpp"

#include <gtest/gtest.h>

namespace lobatto::perf {
namespace {

TEST(MachineLimits, ArePlausibleAndTheSameOnEveryRank) {
  const auto world = comm::Communicator::world();
  const MachineLimits limits = measure_machine_limits(world);
  EXPECT_GT(limits.stream_gbs, 0);
  EXPECT_LT(limits.stream_gbs, 2000);
  EXPECT_GT(limits.peak_gflops, 0);
  EXPECT_LT(limits.peak_gflops, 1000);
  EXPECT_EQ(limits.stream_gbs, world.max(limits.stream_gbs));
  EXPECT_EQ(limits.peak_gflops, world.max(limits.peak_gflops));
  EXPECT_TRUE(limits.date.empty());
}

}  // namespace
}  // namespace lobatto::perf
