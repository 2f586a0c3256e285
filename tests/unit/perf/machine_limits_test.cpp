#include "perf/machine_limits.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace lobatto::perf {
namespace {

// Bounds that any machine of the last twenty years keeps, also while others use it.
TEST(MachineLimits, ArePlausibleAndTheSameOnEveryRank) {
  const auto world = comm::Communicator::world();
  const auto start = std::chrono::steady_clock::now();
  const MachineLimits limits = measure_machine_limits(world);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_GT(limits.stream_gbs, 0.1);
  EXPECT_LT(limits.stream_gbs, 2000);
  EXPECT_GT(limits.peak_gflops, 0.1);
  EXPECT_LT(limits.peak_gflops, 1000);
  EXPECT_EQ(limits.stream_gbs, world.max(limits.stream_gbs));
  EXPECT_EQ(limits.peak_gflops, world.max(limits.peak_gflops));
  RecordProperty("stream_gbs", std::to_string(limits.stream_gbs));
  RecordProperty("peak_gflops", std::to_string(limits.peak_gflops));
  RecordProperty("seconds", std::to_string(elapsed.count()));
}

}  // namespace
}  // namespace lobatto::perf
