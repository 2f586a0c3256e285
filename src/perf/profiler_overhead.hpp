#pragma once

#include "comm/communicator.hpp"
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

}  // namespace lobatto::perf
