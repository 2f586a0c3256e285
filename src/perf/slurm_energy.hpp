#pragma once

#include <optional>
#include <string>

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

}  // namespace lobatto::perf
