#pragma once

#include <filesystem>

#include "residents/solution.hpp"
#include "stats/running_statistics.hpp"

namespace lobatto::residents {

/// Numbers of the whole flow that are averaged with every sample, in this order.
struct FlowNumbers {
  static constexpr std::size_t pressure_gradient = 0, count = 1;
};

/// Writes the current window of the statistics, whose sums have been combined, as
/// docs/statistics.md describes. Collective; throws base::Error on every rank.
void write_statistics(const std::filesystem::path& file, const Solution& solution,
                      const stats::RunningStatistics& statistics);

}  // namespace lobatto::residents
