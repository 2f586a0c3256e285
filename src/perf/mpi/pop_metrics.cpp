#include "perf/mpi/pop_metrics.hpp"

#include <algorithm>
#include <numeric>

namespace lobatto::perf {

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
