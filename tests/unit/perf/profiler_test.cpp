#include "perf/profiler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "perf/region_summary.hpp"

namespace lobatto::perf {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void spin_for(double seconds) {
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
    spin_for(0.02);
    {
      Profiler::Scope inner_scope(profiler, inner);
      spin_for(0.03);
    }
    spin_for(0.01);
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
  spin_for(0.02);
  {
    Profiler::Scope scope(profiler, work);
    spin_for(0.01);
  }
  spin_for(0.01);
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
    spin_for(0.01);
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
    spin_for(0.01);
    Profiler::Scope scope_b(profiler, b);
    spin_for(0.01);
  }
  Profiler::Scope still_open(profiler, a);
  spin_for(0.01);
  const double before = world.sum(profiler.wall_seconds()) / world.size();
  const auto regions = summarise_regions(profiler.tree(), world);
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
    spin_for(0.01 * (1 + world.rank()));
  }
  const double mine = profiler.seconds(work);
  const RegionSummary region = summarise_regions(profiler.tree(), world).front();
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
  const RegionSummary region = summarise_regions(profiler.tree(), world).front();
  EXPECT_EQ(region.calls, 2000);
  EXPECT_NEAR(region.gflops * region.seconds_avg * 1e9, 2000.0 * 2 * n, 1e-3);
  EXPECT_NEAR(region.gbs, 12 * region.gflops, 1e-12 * region.gbs);
  EXPECT_EQ(region.flops, 2000.0 * 2 * n * world.size());
  EXPECT_EQ(region.bytes, 12 * region.flops);
  EXPECT_GT(region.gflops, 0);
}

TEST(Profiler, ResetForgetsTimesAndCountsButNotRegions) {
  const auto self = comm::Communicator::self();
  Profiler profiler;
  const RegionId work = profiler.add("work");
  {
    Profiler::Scope scope(profiler, work);
    profiler.count(work, kernels::Cost{1e9, 1e9});
    spin_for(0.02);
  }
  const auto start = Clock::now();
  profiler.reset();
  EXPECT_EQ(profiler.seconds(work), 0);
  const double wall = profiler.wall_seconds();
  EXPECT_LE(wall, seconds_since(start));
  const auto regions = summarise_regions(profiler.tree(), self);
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].calls, 0);
  EXPECT_EQ(regions[0].gflops, 0);
}

TEST(Profiler, AttributesTimeToAnotherRegion) {
  Profiler profiler;
  const RegionId solve = profiler.add("solve");
  const RegionId transposes = profiler.add("transposes");
  {
    Profiler::Scope scope(profiler, solve);
    spin_for(0.02);
  }
  const double before = profiler.seconds(solve);
  profiler.attribute(solve, transposes, 0.005);
  EXPECT_NEAR(profiler.seconds(solve), before - 0.005, 1e-4);
  EXPECT_NEAR(profiler.seconds(transposes), 0.005, 1e-12);
  profiler.reset();
  EXPECT_EQ(profiler.seconds(transposes), 0);
}

/// The only node of these names from the outermost caller on; fails where there is none.
RegionTree::Node node_at(const RegionTree& tree, const std::vector<std::string>& path) {
  std::size_t at = 0;
  for (const std::string& name : path) {
    const auto is_next = [&](const RegionTree::Node& node) {
      return &node != tree.nodes.data() && node.parent == at && tree.names[node.region] == name;
    };
    EXPECT_EQ(std::ranges::count_if(tree.nodes, is_next), 1) << name;
    const auto next = std::ranges::find_if(tree.nodes, is_next);
    if (next == tree.nodes.end()) return {};
    at = static_cast<std::size_t>(next - tree.nodes.begin());
  }
  return tree.nodes[at];
}

TEST(Profiler, KeepsARegionUnderEachOfItsCallers) {
  Profiler profiler;
  const RegionId pressure = profiler.add("pressure"), velocity = profiler.add("velocity");
  const RegionId rhs = profiler.add("rhs");
  for (int step = 0; step < 3; ++step) {
    Profiler::Scope pressure_scope(profiler, pressure);
    Profiler::Scope rhs_scope(profiler, rhs);
    spin_for(0.002);
  }
  {
    Profiler::Scope velocity_scope(profiler, velocity);
    Profiler::Scope rhs_scope(profiler, rhs);
    spin_for(0.004);
  }
  Profiler::Scope rhs_alone(profiler, rhs);
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(tree.nodes.size(), 6u);
  const auto under_pressure = node_at(tree, {"pressure", "rhs"});
  const auto under_velocity = node_at(tree, {"velocity", "rhs"});
  EXPECT_EQ(under_pressure.calls, 3);
  EXPECT_EQ(under_velocity.calls, 1);
  EXPECT_EQ(node_at(tree, {"rhs"}).calls, 1);
  EXPECT_EQ(tree.entries(), 9);
  EXPECT_GE(under_pressure.seconds, 0.006 - clock_slack);
  EXPECT_GE(under_velocity.seconds, 0.004 - clock_slack);
}

TEST(Profiler, TimesOfTheNodesAddToThoseOfTheirRegionsAndToTheWallTime) {
  Profiler profiler;
  const RegionId outer = profiler.add("outer"), inner = profiler.add("inner");
  for (int i = 0; i < 3; ++i) {
    Profiler::Scope outer_scope(profiler, outer);
    spin_for(0.001);
    Profiler::Scope inner_scope(profiler, inner);
    spin_for(0.001);
  }
  {
    Profiler::Scope inner_scope(profiler, inner);
    spin_for(0.002);
  }
  spin_for(0.001);
  const double before = profiler.wall_seconds();
  const RegionTree tree = profiler.tree();
  EXPECT_GE(tree.seconds(), before - clock_slack);
  EXPECT_LE(tree.seconds(), profiler.wall_seconds() + clock_slack);
  const double both = node_at(tree, {"outer", "inner"}).seconds + node_at(tree, {"inner"}).seconds;
  EXPECT_NEAR(profiler.seconds(inner), both, 1e-3 * both);
  const auto inclusive = tree.inclusive_seconds();
  EXPECT_NEAR(inclusive[0], tree.seconds(), 1e-12);
  EXPECT_NEAR(inclusive[1], tree.nodes[1].seconds + node_at(tree, {"outer", "inner"}).seconds,
              1e-12);
}

TEST(Profiler, ARegionInsideItselfIsANodeOfItsOwn) {
  Profiler profiler;
  const RegionId work = profiler.add("work");
  for (int i = 0; i < 2; ++i) {
    Profiler::Scope first(profiler, work);
    Profiler::Scope second(profiler, work);
    profiler.count(work, 1, 0);
  }
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(tree.nodes.size(), 3u);
  EXPECT_EQ(node_at(tree, {"work"}).calls, 2);
  EXPECT_EQ(node_at(tree, {"work", "work"}).calls, 2);
  EXPECT_EQ(node_at(tree, {"work"}).flops, 0);
  EXPECT_EQ(node_at(tree, {"work", "work"}).flops, 2);
}

TEST(Profiler, CountsWhereARegionRunsOrHasJustEnded) {
  Profiler profiler;
  const RegionId solve = profiler.add("solve"), rhs = profiler.add("rhs");
  {
    Profiler::Scope solve_scope(profiler, solve);
    {
      Profiler::Scope rhs_scope(profiler, rhs);
      profiler.count(rhs, 1, 10);
      profiler.count(solve, 2, 20);  // of the caller, while what it called runs
    }
    profiler.count(rhs, 4, 40);  // has just ended, here
  }
  profiler.count(solve, 8, 80);
  profiler.count(rhs, 16, 160);  // was called from the solve alone, but has not ended here
  profiler.count(profiler.add("other"), 32, 320);
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(node_at(tree, {"solve", "rhs"}).flops, 1 + 4);
  EXPECT_EQ(node_at(tree, {"solve"}).flops, 2 + 8);
  EXPECT_EQ(node_at(tree, {"rhs"}).flops, 16);
  EXPECT_EQ(node_at(tree, {"rhs"}).calls, 0);
  EXPECT_EQ(tree.nodes[0].flops, 32);
  EXPECT_EQ(node_at(tree, {"solve", "rhs"}).bytes, 50);
  EXPECT_EQ(profiler.flops(), 63);
}

TEST(Profiler, AttributesTimeInsideTheRegionItWasMeasuredIn) {
  Profiler profiler;
  const RegionId pressure = profiler.add("pressure"), velocity = profiler.add("velocity");
  const RegionId rhs = profiler.add("rhs"), transposes = profiler.add("transposes");
  {
    Profiler::Scope scope(profiler, pressure);
    spin_for(0.004);
    Profiler::Scope rhs_scope(profiler, rhs);
    profiler.attribute(pressure, transposes, 0.001);
  }
  {
    Profiler::Scope scope(profiler, velocity);
    spin_for(0.004);
  }
  profiler.attribute(velocity, transposes, 0.002);
  profiler.attribute(velocity, rhs, 0);
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(tree.nodes.size(), 6u);  // nothing attributed is no node
  EXPECT_NEAR(node_at(tree, {"pressure", "transposes"}).seconds, 0.001, 1e-12);
  EXPECT_NEAR(node_at(tree, {"velocity", "transposes"}).seconds, 0.002, 1e-12);
  EXPECT_EQ(node_at(tree, {"velocity", "transposes"}).calls, 0);
  EXPECT_NEAR(profiler.seconds(transposes), 0.003, 1e-12);
  EXPECT_GE(tree.inclusive_seconds()[1], 0.004 - clock_slack);
}

TEST(Profiler, OutsideOfAllRegionsIsOnePlace) {
  Profiler profiler;
  const RegionId other = profiler.add("other"), work = profiler.add("work");
  {
    Profiler::Scope outside(profiler, other);
    Profiler::Scope work_scope(profiler, work);
    EXPECT_EQ(profiler.names()[profiler.current()], "work");
  }
  EXPECT_EQ(profiler.names()[profiler.current()], "other");
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(tree.nodes.size(), 2u);
  EXPECT_EQ(tree.nodes[0].calls, 1);
}

TEST(Profiler, ResetForgetsTheNodesButNotThoseThatRun) {
  Profiler profiler;
  const RegionId set_up = profiler.add("set-up"), run = profiler.add("run");
  const RegionId step = profiler.add("step");
  {
    Profiler::Scope scope(profiler, set_up);
    Profiler::Scope step_scope(profiler, step);
  }
  {
    Profiler::Scope run_scope(profiler, run);
    Profiler::Scope step_scope(profiler, step);
    profiler.reset();
    spin_for(0.002);
    const RegionTree tree = profiler.tree();
    EXPECT_EQ(tree.nodes.size(), 3u);
    EXPECT_GE(node_at(tree, {"run", "step"}).seconds, 0.002 - clock_slack);
    EXPECT_EQ(tree.entries(), 0);
  }
  Profiler::Scope again(profiler, set_up);
  EXPECT_EQ(node_at(profiler.tree(), {"set-up"}).calls, 1);
}

TEST(Profiler, ARegionAddedLaterFindsItsPlace) {
  Profiler profiler;
  const RegionId first = profiler.add("first");
  for (int i = 0; i < 2; ++i) {
    Profiler::Scope scope(profiler, first);
    for (int late = 0; late < 20; ++late) {
      Profiler::Scope inside(profiler, profiler.add("late " + std::to_string(late)));
    }
  }
  const RegionTree tree = profiler.tree();
  EXPECT_EQ(tree.nodes.size(), 22u);
  for (int late = 0; late < 20; ++late)
    EXPECT_EQ(node_at(tree, {"first", "late " + std::to_string(late)}).calls, 2);
}

}  // namespace
}  // namespace lobatto::perf
