#pragma once

#include <optional>
#include <span>

namespace lobatto::perf {

/// How well the ranks of a run work together: the metrics of the POP project (Performance
/// Optimisation and Productivity, pop-coe.eu, "POP standard metrics for parallel performance
/// analysis"). Each is a part of 1, and each is the product of those below it:
///   parallel = load balance x communication,  communication = serialisation x transfer.
struct PopMetrics {
  double load_balance = 0;              ///< average over largest useful computation of the ranks
  double communication_efficiency = 0;  ///< largest useful computation over run time
  double parallel_efficiency = 0;       ///< average useful computation over run time
  /// Largest useful computation over the run time on a network of no delay.
  std::optional<double> serialisation_efficiency;
  /// Run time on a network of no delay over run time.
  std::optional<double> transfer_efficiency;
  /// Run time on a network of no delay.
  std::optional<double> ideal_seconds;
};

/// useful_seconds: computation, that is time outside MPI, of each rank; run_seconds: of all.
/// serialisation: as found by replaying a part of the run (perf/ideal_network.hpp); transfer is
/// then what is left of the communication efficiency, and the ideal run time that of a whole run
/// like this part, so that the products hold.
PopMetrics pop_metrics(std::span<const double> useful_seconds, double run_seconds,
                       std::optional<double> serialisation = std::nullopt);

}  // namespace lobatto::perf
