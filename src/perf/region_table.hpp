#pragma once

#include <optional>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "perf/machine_limits.hpp"
#include "perf/region_summary.hpp"
#include "perf/region_tree.hpp"

namespace lobatto::perf {

/// What it costs to keep the account: entries of regions times the cost of one.
struct ProfilerOverhead {
  long long entries = 0;        ///< largest over ranks
  double seconds_an_entry = 0;  ///< entering and leaving, largest over ranks
  double share = 0;             ///< of the wall time, largest over ranks
};

/// Seconds of entering and leaving a region, the median of many rounds; takes under a millisecond.
/// In a loop that does nothing else: what the regions push out of caches and pipelines is not in
/// it.
double measure_scope_seconds();

/// Collective.
ProfilerOverhead profiler_overhead(const RegionTree& tree, const comm::Communicator& communicator);

/// All regions as one: the sum of the average times (minimum and maximum likewise added), and the
/// counted work and traffic of the whole program over its wall time.
RegionSummary total_of(std::span<const RegionSummary> regions);

/// A table for people, a line a place, indented under its caller, and a last one for the total; "-"
/// where nothing was counted. Rates and shares are of the exclusive times. With `limits` two
/// columns more: the rates as shares of STREAM and of the small-matrix peak; shares above 100 % are
/// explained below.
std::string format_table(std::span<const RegionPlace> places,
                         const std::optional<MachineLimits>& limits = std::nullopt);

/// A line: the limits per rank, and when they were measured.
std::string format_limits(const MachineLimits& limits);

/// A line: "regions were entered 1234 times, 0.02 % of the time".
std::string format_overhead(const ProfilerOverhead& overhead);

}  // namespace lobatto::perf
