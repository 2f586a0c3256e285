#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/recorder/recorder.hpp"
#include "perf/hardware_counters.hpp"
#include "perf/profiler.hpp"

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

/// The communication of a run, all ranks together.
struct MpiProfile {
  struct Function {
    std::string_view name;
    comm::MpiKind kind = comm::MpiKind::other;
    long long calls = 0;  ///< of all ranks
    long long bytes = 0;  ///< given away, see comm::MpiRecorder, of all ranks
    double seconds_min = 0, seconds_avg = 0, seconds_max = 0;  ///< a rank
    double share = 0;                                          ///< of the time in MPI
  };
  struct Region {
    std::string name;
    std::vector<Function> functions;  ///< those that were called
  };
  struct Size {
    comm::MpiKind kind = comm::MpiKind::point_to_point;  ///< or collective
    long long bytes_from = 0, bytes_below = 0;           ///< powers of two
    long long calls = 0, bytes = 0;
  };
  /// What one rank sent to another point to point.
  struct Link {
    int from = 0, to = 0;
    long long messages = 0, bytes = 0;
  };

  long long steps = 0;
  double seconds = 0;               ///< the longest of the ranks
  std::vector<Function> functions;  ///< those that were called, longest first
  std::vector<Region> regions;      ///< those that called any
  std::vector<Size> sizes;
  std::vector<std::string> hosts;      ///< by rank; this and what follows on the first rank
  std::vector<Link> matrix;            ///< by from, then to
  std::vector<double> useful_seconds;  ///< by rank, outside MPI
  std::vector<double> mpi_seconds;     ///< by rank
  std::vector<double> counted_flops;   ///< by rank
  std::vector<HardwareCounters::Counts> counters;  ///< by rank; empty where a rank has none
  std::string no_counters;                         ///< why there are none
  PopMetrics pop;
  std::string window;  ///< the steps that were played again, or why none were
};

/// Puts together what the ranks have recorded, after MpiRecorder::stop(). The communicator must
/// hold the ranks of MPI_COMM_WORLD. At most `max_trace_bytes` of traces come together on the first
/// rank: those of so many of the last steps as fit; to replay them it needs about twice that again.
/// Collective.
MpiProfile gather_mpi_profile(const comm::MpiRecorder& recorder, const Profiler& profiler,
                              const HardwareCounters& counters,
                              const comm::Communicator& communicator,
                              std::size_t max_trace_bytes = std::size_t{128} << 20);

/// The functions of MPI, a line each, for people.
std::string format_functions(const MpiProfile& profile);

/// The POP metrics, each with what it means.
std::string format_pop(const MpiProfile& profile);

}  // namespace lobatto::perf
