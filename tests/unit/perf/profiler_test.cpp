#include "perf/profiler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "base/aligned_array.hpp"
#include "base/error.hpp"

namespace lobatto::perf {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void spin(double seconds) {
  for (const auto start = Clock::now(); seconds_since(start) < seconds;) {
  }
}

/// The tick counter's rate is found by comparison with the system's clock; this is how well the two
/// agree.
constexpr double clock_slack = 2e-4;

TEST(Profiler, PausesARegionWhileANestedOneRuns) {
  Profiler profiler;
  const RegionId outer = profiler.add("outer");
  const RegionId inner = profiler.add("inner");
  const auto start = Clock::now();
  {
    Profiler::Scope outer_scope(profiler, outer);
    spin(0.02);
    {
      Profiler::Scope inner_scope(profiler, inner);
      spin(0.03);
    }
    spin(0.01);
  }
  const double elapsed = seconds_since(start);
  EXPECT_GE(profiler.seconds(outer), 0.03 - clock_slack);
  EXPECT_GE(profiler.seconds(inner), 0.03 - clock_slack);
  EXPECT_LE(profiler.seconds(outer) + profiler.seconds(inner), elapsed + clock_slack);
}

TEST(Profiler, CountsTimeOutsideAllRegionsAsOther) {
  Profiler profiler;
  const RegionId work = profiler.add("work");
  const RegionId other = profiler.add("other");
  spin(0.02);
  {
    Profiler::Scope scope(profiler, work);
    spin(0.01);
  }
  spin(0.01);
  EXPECT_GE(profiler.seconds(other), 0.03 - clock_slack);
  EXPECT_GE(profiler.seconds(work), 0.01 - clock_slack);
  EXPECT_LE(profiler.seconds(work) + profiler.seconds(other),
            profiler.wall_seconds() + clock_slack);
}

TEST(Profiler, ARegionInsideItselfCountsOnce) {
  Profiler profiler;
  const RegionId work = profiler.add("work");
  const auto start = Clock::now();
  {
    Profiler::Scope first(profiler, work);
    Profiler::Scope second(profiler, work);
    spin(0.01);
  }
  const double elapsed = seconds_since(start);
  EXPECT_LE(profiler.seconds(work), elapsed + clock_slack);
  EXPECT_GE(profiler.seconds(work), 0.01 - clock_slack);
}

TEST(Profiler, TheSameNameIsTheSameRegion) {
  Profiler profiler;
  const RegionId first = profiler.add("gather-scatter");
  EXPECT_NE(profiler.add("advection"), first);
  EXPECT_EQ(profiler.add("gather-scatter"), first);
}

TEST(Profiler, SharesAddToOneAndTimesToTheWallTime) {
  const auto world = comm::Communicator::world();
  Profiler profiler;
  const RegionId a = profiler.add("a");
  const RegionId b = profiler.add("b");
  {
    Profiler::Scope scope_a(profiler, a);
    spin(0.01);
    Profiler::Scope scope_b(profiler, b);
    spin(0.01);
  }
  Profiler::Scope still_open(profiler, a);
  spin(0.01);
  const double before = world.sum(profiler.wall_seconds()) / world.size();
  const auto regions = profiler.summarise(world);
  const double after = world.sum(profiler.wall_seconds()) / world.size();
  ASSERT_EQ(regions.size(), 3u);
  EXPECT_EQ(regions[0].name, "a");
  EXPECT_EQ(regions[1].name, "b");
  EXPECT_EQ(regions[2].name, "other");
  EXPECT_EQ(regions[0].calls, 2);
  double share = 0;
  double seconds = 0;
  for (const RegionSummary& r : regions) {
    share += r.share;
    seconds += r.seconds_avg;
    EXPECT_LE(r.seconds_min, r.seconds_avg * (1 + 1e-12));
    EXPECT_LE(r.seconds_avg, r.seconds_max * (1 + 1e-12));
  }
  EXPECT_NEAR(share, 1, 1e-12);
  EXPECT_GE(seconds, before - clock_slack);
  EXPECT_LE(seconds, after + clock_slack);
  for (const RegionSummary& r : regions) EXPECT_NEAR(r.share * seconds, r.seconds_avg, 1e-12);
  EXPECT_GE(regions[0].seconds_min, 0.02 - clock_slack);
}

TEST(Profiler, SummarisesLoadImbalanceOverTheRanks) {
  const auto world = comm::Communicator::world();
  Profiler profiler;
  const RegionId work = profiler.add("work");
  {
    Profiler::Scope scope(profiler, work);
    spin(0.01 * (1 + world.rank()));
  }
  const double mine = profiler.seconds(work);
  const RegionSummary region = profiler.summarise(world).front();
  const double tolerance = 1e-3 * world.max(mine);
  EXPECT_NEAR(region.seconds_min, world.min(mine), tolerance);
  EXPECT_NEAR(region.seconds_max, world.max(mine), tolerance);
  EXPECT_NEAR(region.seconds_avg, world.sum(mine) / world.size(), tolerance);
  EXPECT_GE(region.seconds_max, 0.01 * world.size() - clock_slack);
}

TEST(Profiler, GivesRatesFromCountedWork) {
  const auto world = comm::Communicator::world();
  Profiler profiler;
  const RegionId update = profiler.add("update");
  constexpr std::size_t n = 4096;
  base::AlignedArray<double> x(n);
  base::AlignedArray<double> y(n);
  x.fill(1.0);
  for (int repeat = 0; repeat < 2000; ++repeat) {
    Profiler::Scope scope(profiler, update);
    for (std::size_t i = 0; i < n; ++i) y[i] += 0.5 * x[i];
    profiler.count(update, 2.0 * n, 24.0 * n);
  }
  EXPECT_EQ(y[n - 1], 1000.0);
  const RegionSummary region = profiler.summarise(world).front();
  EXPECT_EQ(region.calls, 2000);
  EXPECT_NEAR(region.gflops * region.seconds_avg * 1e9, 2000.0 * 2 * n, 1e-3);
  EXPECT_NEAR(region.gbs, 12 * region.gflops, 1e-12 * region.gbs);
  EXPECT_EQ(region.flops, 2000.0 * 2 * n * world.size());
  EXPECT_EQ(region.bytes, 12 * region.flops);
  EXPECT_GT(region.gflops, 0.005);  // also with sanitizers on a crowded machine
}

TEST(Profiler, ResetForgetsTimesAndCountsButNotRegions) {
  const auto self = comm::Communicator::self();
  Profiler profiler;
  const RegionId work = profiler.add("work");
  {
    Profiler::Scope scope(profiler, work);
    profiler.count(work, kernels::Cost{1e9, 1e9});
    spin(0.02);
  }
  const auto start = Clock::now();
  profiler.reset();
  EXPECT_EQ(profiler.seconds(work), 0);
  const double wall = profiler.wall_seconds();
  EXPECT_LE(wall, seconds_since(start));
  const auto regions = profiler.summarise(self);
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].calls, 0);
  EXPECT_EQ(regions[0].gflops, 0);
}

TEST(Profiler, RefusesToSummariseDifferentRegions) {
  const auto world = comm::Communicator::world();
  Profiler profiler;
  profiler.add(world.rank() == 0 ? "pressure" : "velocity");
  if (world.size() > 1) {
    EXPECT_THROW((void)profiler.summarise(world), base::Error);
  } else {
    EXPECT_EQ(profiler.summarise(world).size(), 2u);
  }
}

TEST(Profiler, AttributesTimeToAnotherRegion) {
  Profiler profiler;
  const RegionId solve = profiler.add("solve");
  const RegionId transposes = profiler.add("transposes");
  {
    Profiler::Scope scope(profiler, solve);
    spin(0.02);
  }
  const double before = profiler.seconds(solve);
  profiler.attribute(solve, transposes, 0.005);
  EXPECT_NEAR(profiler.seconds(solve), before - 0.005, 1e-4);
  EXPECT_NEAR(profiler.seconds(transposes), 0.005, 1e-12);
  profiler.reset();
  EXPECT_EQ(profiler.seconds(transposes), 0);
}

}  // namespace
}  // namespace lobatto::perf
