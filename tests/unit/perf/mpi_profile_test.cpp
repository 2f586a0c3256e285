#include "perf/mpi/profile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "comm/exchange/neighbour_exchange.hpp"

namespace lobatto::perf {
namespace {

using Clock = std::chrono::steady_clock;

void spin(double seconds) {
  const auto start = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
  }
}

constexpr int n_steps = 4;
constexpr std::size_t n_values = 32;  // 256 bytes

/// Steps in which the first rank alone computes for long, all pass a message to their neighbours
/// in a line, and the sum of something is asked for.
MpiProfile profile_of_steps(const comm::Communicator& world, double seconds_of_first,
                            std::size_t max_trace_bytes = std::size_t{1} << 20) {
  comm::MpiRecorder recorder(std::size_t{1} << 20);
  HardwareCounters counters;
  Profiler profiler;
  const RegionId exchange = profiler.add("exchange");
  std::vector<comm::NeighbourExchange::Partner> partners;
  for (const int r : {world.rank() - 1, world.rank() + 1})
    if (r >= 0 && r < world.size()) partners.push_back({r, n_values});
  comm::NeighbourExchange neighbours(world, partners, 1, comm::NeighbourRoute::rank_to_rank);
  world.barrier();
  counters.start();
  recorder.start(profiler.current());
  for (int step = 0; step < n_steps; ++step) {
    if (world.rank() == 0) spin(seconds_of_first);
    profiler.count(exchange, 10, 20);
    {
      const Profiler::Scope scope(profiler, exchange);
      neighbours.begin();
      neighbours.finish();
    }
    static_cast<void>(world.sum(1.0));
    recorder.end_step();
  }
  recorder.stop();
  counters.stop();
  return gather_mpi_profile(recorder, profiler, counters, world, max_trace_bytes);
}

const MpiProfile::Function* find(const std::vector<MpiProfile::Function>& functions,
                                 std::string_view name) {
  for (const auto& f : functions)
    if (f.name == name) return &f;
  return nullptr;
}

TEST(MpiProfile, CountsOverAllRanks) {
  const auto world = comm::Communicator::world();
  const MpiProfile profile = profile_of_steps(world, 0.002);
  const long long n_links = 2 * (world.size() - 1);
  const auto* sums = find(profile.functions, "MPI_Allreduce");
  ASSERT_NE(sums, nullptr);
  EXPECT_EQ(sums->calls, n_steps * world.size());
  EXPECT_EQ(sums->bytes, n_steps * world.size() * 8);
  EXPECT_LE(sums->seconds_min, sums->seconds_avg);
  EXPECT_LE(sums->seconds_avg, sums->seconds_max);
  if (n_links > 0) {
    const auto* starts = find(profile.functions, "MPI_Startall");
    ASSERT_NE(starts, nullptr);
    EXPECT_EQ(starts->bytes, n_steps * n_links * 256);
  }
  double share = 0;
  for (const auto& f : profile.functions) share += f.share;
  EXPECT_NEAR(share, 1.0, 1e-12);
  ASSERT_EQ(profile.regions.size(), n_links > 0 ? 2u : 1u);
  EXPECT_EQ(profile.regions.back().name, "other");
  EXPECT_EQ(profile.regions.back().functions.size(), 1u);
  EXPECT_EQ(profile.steps, n_steps);

  if (world.rank() != 0) return;
  ASSERT_EQ(static_cast<long long>(profile.matrix.size()), n_links);
  for (const auto& link : profile.matrix) {
    EXPECT_EQ(std::abs(link.from - link.to), 1);
    EXPECT_EQ(link.messages, n_steps);
    EXPECT_EQ(link.bytes, n_steps * 256);
  }
  EXPECT_EQ(static_cast<int>(profile.hosts.size()), world.size());
  EXPECT_FALSE(profile.hosts[0].empty());
  EXPECT_EQ(profile.counted_flops, std::vector<double>(profile.hosts.size(), n_steps * 10.0));
  EXPECT_NE(format_functions(profile).find("MPI_Allreduce"), std::string::npos);
}

TEST(MpiProfile, DividesTheTimeIntoWorkAndWaiting) {
  const auto world = comm::Communicator::world();
  const MpiProfile profile = profile_of_steps(world, 0.02);
  if (world.rank() != 0) return;
  for (std::size_t r = 0; r < profile.useful_seconds.size(); ++r)
    EXPECT_LE(profile.useful_seconds[r] + profile.mpi_seconds[r], profile.seconds * (1 + 1e-9));
  EXPECT_GE(profile.useful_seconds[0], n_steps * 0.02);
  const PopMetrics& pop = profile.pop;
  EXPECT_NEAR(pop.parallel_efficiency, pop.load_balance * pop.communication_efficiency, 1e-12);
  ASSERT_TRUE(pop.serialisation_efficiency) << profile.window;
  EXPECT_NEAR(pop.communication_efficiency,
              *pop.serialisation_efficiency * *pop.transfer_efficiency, 1e-12);
  const auto& useful = profile.useful_seconds;
  const double sum = std::accumulate(useful.begin(), useful.end(), 0.0);
  EXPECT_NEAR(pop.load_balance, sum / world.size() / std::ranges::max(useful), 1e-12);
  EXPECT_GT(*pop.serialisation_efficiency, 0);
  EXPECT_LE(*pop.serialisation_efficiency, 1.0 + 1e-12);
  EXPECT_EQ(profile.window, "steps 1 to 4 of 4");
  if (world.size() == 1) {
    EXPECT_EQ(pop.load_balance, 1.0);
  }
}

TEST(MpiProfile, SaysWhenTracesAreTooLong) {
  const auto world = comm::Communicator::world();
  const MpiProfile profile = profile_of_steps(world, 0, 1);
  if (world.rank() != 0) return;
  EXPECT_FALSE(profile.pop.serialisation_efficiency);
  EXPECT_TRUE(profile.window.starts_with("not available: ")) << profile.window;
  EXPECT_NE(format_pop(profile).find(profile.window), std::string::npos);
}

TEST(MpiProfile, ReplaysTheLastStepsThatFit) {
  const auto world = comm::Communicator::world();
  const MpiProfile whole = profile_of_steps(world, 0);
  // An end of step and a reduction on each rank, a message each way on each link.
  const auto n_events = static_cast<std::size_t>(3 * world.size() + 4 * (world.size() - 1));
  const MpiProfile profile =
      profile_of_steps(world, 0, 2 * n_events * sizeof(comm::TraceEvent) + 1);
  if (world.rank() != 0) return;
  EXPECT_EQ(whole.window, "steps 1 to 4 of 4");
  EXPECT_EQ(profile.window, "steps 3 to 4 of 4");
}

}  // namespace
}  // namespace lobatto::perf
