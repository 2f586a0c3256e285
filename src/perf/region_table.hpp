#pragma once

#include <optional>
#include <span>
#include <string>

#include "perf/machine_limits.hpp"
#include "perf/profiler.hpp"

namespace lobatto::perf {

/// All regions as one: the sum of the average times (minimum and maximum likewise added), and the
/// counted work and traffic of the whole program over its wall time.
RegionSummary total_of(std::span<const RegionSummary> regions);

/// A table for people, a line a region and a last one for the total; "-" where nothing was counted.
/// With `limits` two columns more: the rates as shares of STREAM and of the small-matrix peak.
std::string format_table(std::span<const RegionSummary> regions,
                         const std::optional<MachineLimits>& limits = std::nullopt);

}  // namespace lobatto::perf
