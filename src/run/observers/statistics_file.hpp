#pragma once

#include <filesystem>

#include "run/simulation.hpp"
#include "stats/running_statistics.hpp"

namespace lobatto::run {

/// Numbers of the whole flow that are averaged with every sample, in this order.
struct FlowNumbers {
  static constexpr std::size_t pressure_gradient = 0, count = 1;
};

/// Writes the current window of the statistics, whose sums have been combined, as
/// docs/statistics.md describes. Collective; throws base::Error on every rank.
void write_statistics(const std::filesystem::path& file, const Simulation& simulation,
                      const stats::RunningStatistics& statistics);

}  // namespace lobatto::run
