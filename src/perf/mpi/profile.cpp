#include "perf/mpi/profile.hpp"

#include <algorithm>
#include <numeric>

#include "base/host_name.hpp"
#include "comm/exchange/first_rank.hpp"
#include "perf/trace_window.hpp"

namespace lobatto::perf {
namespace {

using comm::MpiCounts;
using comm::n_mpi_functions;
using Function = MpiProfile::Function;

/// Calls, bytes and seconds of the functions over the ranks; those that no rank called are left
/// out. Collective.
std::vector<Function> over_ranks(const MpiCounts& counts, double seconds_a_tick,
                                 const comm::Communicator& communicator) {
  std::vector<double> sums(3 * n_mpi_functions);  // calls, bytes, seconds
  std::vector<double> least(n_mpi_functions);
  for (std::size_t f = 0; f < n_mpi_functions; ++f) {
    sums[f] = static_cast<double>(counts[f].calls);
    sums[n_mpi_functions + f] = static_cast<double>(counts[f].bytes);
    sums[2 * n_mpi_functions + f] = least[f] =
        static_cast<double>(counts[f].ticks) * seconds_a_tick;
  }
  std::vector<double> most = least;
  communicator.sum(sums);
  communicator.min(least);
  communicator.max(most);
  const double all = std::accumulate(sums.end() - n_mpi_functions, sums.end(), 0.0);
  std::vector<Function> functions;
  for (std::size_t f = 0; f < n_mpi_functions; ++f) {
    if (sums[f] == 0) continue;
    const double seconds = sums[2 * n_mpi_functions + f];
    functions.push_back({comm::mpi_functions[f].name, comm::mpi_functions[f].kind,
                         static_cast<long long>(sums[f]),
                         static_cast<long long>(sums[n_mpi_functions + f]), least[f],
                         seconds / communicator.size(), most[f], all > 0 ? seconds / all : 0.0});
  }
  std::ranges::stable_sort(functions, std::greater{}, &Function::seconds_avg);
  return functions;
}

MpiCounts sum_of(std::span<const MpiCounts> regions) {
  MpiCounts sum{};
  for (const MpiCounts& region : regions) {
    for (std::size_t f = 0; f < n_mpi_functions; ++f) {
      sum[f].calls += region[f].calls;
      sum[f].bytes += region[f].bytes;
      sum[f].ticks += region[f].ticks;
    }
  }
  return sum;
}

std::vector<MpiProfile::Region> regions_of(const comm::MpiRecorder& recorder,
                                           const Profiler& profiler,
                                           const comm::Communicator& communicator) {
  std::vector<MpiProfile::Region> regions;
  const auto& names = profiler.names();
  for (std::size_t r = 0; r < names.size(); ++r) {
    const MpiCounts counts = r < recorder.counts().size() ? recorder.counts()[r] : MpiCounts{};
    auto functions = over_ranks(counts, recorder.seconds_a_tick(), communicator);
    if (!functions.empty()) regions.push_back({names[r], std::move(functions)});
  }
  // What lies outside all regions comes last, as in the table of regions.
  if (!regions.empty() && regions.front().name == names.front())
    std::rotate(regions.begin(), regions.begin() + 1, regions.end());
  return regions;
}

void add_sizes(std::vector<MpiProfile::Size>& sizes, comm::MpiKind kind,
               const comm::MpiRecorder::Sizes& own, const comm::Communicator& communicator) {
  std::vector<double> sums;
  for (const comm::MpiTraffic& entry : own) {
    sums.push_back(static_cast<double>(entry.messages));
    sums.push_back(static_cast<double>(entry.bytes));
  }
  communicator.sum(sums);
  for (std::size_t k = 0; k < own.size() && k < 63; ++k)
    if (sums[2 * k] > 0)
      sizes.push_back({kind, k == 0 ? 0 : 1LL << (k - 1), 1LL << k,
                       static_cast<long long>(sums[2 * k]),
                       static_cast<long long>(sums[2 * k + 1])});
}

std::vector<MpiProfile::Link> matrix_of(const comm::MpiRecorder& recorder,
                                        const comm::Communicator& communicator) {
  std::vector<MpiProfile::Link> own;
  for (const auto& [to, traffic] : recorder.sent())
    own.push_back({communicator.rank(), to, traffic.messages, traffic.bytes});
  std::vector<MpiProfile::Link> all;
  for (const auto& links :
       comm::gather_to_first(communicator, std::span<const MpiProfile::Link>(own)))
    all.insert(all.end(), links.begin(), links.end());
  return all;
}

std::vector<std::string> hosts_of(const comm::Communicator& communicator) {
  const std::string own = base::host_name();
  std::vector<std::string> hosts;
  for (const auto& letters : comm::gather_to_first(communicator, std::span<const char>(own)))
    hosts.emplace_back(letters.begin(), letters.end());
  return hosts;
}

/// What the ranks have each one of.
struct RankAccount {
  double useful_seconds;
  double mpi_seconds;
  double counted_flops;
  HardwareCounters::Counts counters;
};

void add_ranks(MpiProfile& profile, const comm::MpiRecorder& recorder, double counted_flops,
               const HardwareCounters& counters, const comm::Communicator& communicator) {
  double mpi = 0;
  for (const auto& count : sum_of(recorder.counts()))
    mpi += static_cast<double>(count.ticks) * recorder.seconds_a_tick();
  const auto counts = counters.counts();
  const RankAccount own{recorder.seconds() - mpi, mpi, counted_flops,
                        counts.value_or(HardwareCounters::Counts{})};
  profile.no_counters = counters.why_not();
  const bool all_count = communicator.min(counts ? 1.0 : 0.0) == 1.0;
  for (const auto& account : comm::gather_to_first(communicator, std::span(&own, 1))) {
    profile.useful_seconds.push_back(account.front().useful_seconds);
    profile.mpi_seconds.push_back(account.front().mpi_seconds);
    profile.counted_flops.push_back(account.front().counted_flops);
    if (all_count) profile.counters.push_back(account.front().counters);
  }
}

}  // namespace

MpiProfile gather_mpi_profile(const comm::MpiRecorder& recorder, const Profiler& profiler,
                              const HardwareCounters& counters,
                              const comm::Communicator& communicator, std::size_t max_trace_bytes) {
  MpiProfile profile;
  profile.steps = recorder.trace().n_steps();
  profile.seconds = communicator.max(recorder.seconds());
  profile.functions =
      over_ranks(sum_of(recorder.counts()), recorder.seconds_a_tick(), communicator);
  profile.regions = regions_of(recorder, profiler, communicator);
  add_sizes(profile.sizes, comm::MpiKind::point_to_point, recorder.message_sizes(), communicator);
  add_sizes(profile.sizes, comm::MpiKind::collective, recorder.collective_sizes(), communicator);
  profile.matrix = matrix_of(recorder, communicator);
  profile.hosts = hosts_of(communicator);
  add_ranks(profile, recorder, profiler.flops(), counters, communicator);
  const TraceWindow window = replay_last_steps(recorder, communicator, max_trace_bytes);
  profile.window = window.text;
  profile.pop = pop_metrics(profile.useful_seconds, profile.seconds, window.serialisation);
  return profile;
}

PopMetrics pop_metrics(std::span<const double> useful_seconds, double run_seconds,
                       std::optional<double> serialisation) {
  PopMetrics metrics;
  if (useful_seconds.empty() || run_seconds <= 0) return metrics;
  const double most = std::ranges::max(useful_seconds);
  const double average = std::accumulate(useful_seconds.begin(), useful_seconds.end(), 0.0) /
                         static_cast<double>(useful_seconds.size());
  metrics.load_balance = most > 0 ? average / most : 0.0;
  metrics.communication_efficiency = most / run_seconds;
  metrics.parallel_efficiency = metrics.load_balance * metrics.communication_efficiency;
  if (!serialisation || *serialisation <= 0) return metrics;
  metrics.serialisation_efficiency = serialisation;
  metrics.transfer_efficiency = metrics.communication_efficiency / *serialisation;
  metrics.ideal_seconds = most / *serialisation;
  return metrics;
}

}  // namespace lobatto::perf
