#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::perf {

/// What SLURM's energy plug-in has counted for this job step up to now, on all of its nodes.
struct SlurmEnergy {
  std::optional<double> joules;
  std::string why_not;  ///< why there is no number; empty outside of SLURM, too
};

/// Asks `sstat` for the ConsumedEnergyRaw of the step that SLURM_JOB_ID and SLURM_STEP_ID name.
/// SLURM takes it in every few seconds to half a minute (JobAcctGatherFrequency of slurm.conf), so
/// that short runs tell little. Starts a process: for one rank, and not in a step.
SlurmEnergy read_slurm_energy();

/// Energy of all nodes of a run.
struct EnergyUse {
  double joules = 0;
  int n_nodes = 0;
  std::string why_not;          ///< why it is not known; empty where it is
  std::string source = "rapl";  ///< "rapl", or "slurm"
};

/// A line for people: joules of all, a step, and a unit of simulated time; or why not.
std::string format_energy(const EnergyUse& use, long long steps, double time);

/// The energy of the processors and, where they tell, their memory: the counters of RAPL, which
/// Linux shows under /sys/class/powercap. They are a node's, so one rank of each node reads them,
/// and count what others do there, too. Later kernels let only root read them. Where some node has
/// none, SLURM is asked for the energy of the job step (see read_slurm_energy).
class EnergyMeter {
 public:
  /// root: where the zones are. Collective.
  explicit EnergyMeter(const comm::Communicator& communicator,
                       const std::filesystem::path& root = "/sys/class/powercap");

  /// Begins to count from nothing.
  void start();
  /// Takes in what was used since the last time. The counters begin again at some 10 to 70 minutes
  /// of full power: once a minute is often enough.
  void update();
  /// The last update.
  void stop();
  /// From start() to stop(), over all nodes. Collective, the same on all ranks.
  [[nodiscard]] EnergyUse use(const comm::Communicator& communicator) const;

 private:
  /// One counter: a socket, or the memory at it.
  struct Zone {
    std::filesystem::path counter;
    double range = 0;  // microjoules after which it begins again
    double last = 0;   // microjoules
  };
  void find_zones(const std::filesystem::path& root);

  bool reads_;         // for its node
  bool asks_slurm_;    // for the job
  SlurmEnergy slurm_;  // at the start, then since then
  std::vector<Zone> zones_;
  double joules_ = 0;
  std::string why_not_;
};

}  // namespace lobatto::perf
