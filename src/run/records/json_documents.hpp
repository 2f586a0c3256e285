#pragma once

#include <nlohmann/json.hpp>

#include "perf/mpi/profile.hpp"
#include "run/records/output.hpp"

namespace lobatto::run {

/// One line of steps.jsonl.
nlohmann::ordered_json step_as_json(const physics::StepReport& report, double seconds);

/// Of summary.json: for each equation its solver and the iterations per solve.
nlohmann::ordered_json solves_as_json(const SolveTally& solves);

/// summary.json, but for the solves. Collective.
nlohmann::ordered_json summary_as_json(const Simulation& simulation,
                                       const physics::StepReport& last_step,
                                       const std::vector<FieldError>& errors, const RunCost& cost,
                                       const perf::MachineLimits& limits);

/// mpi_profile.json; docs/mpi-profile.md explains it.
nlohmann::ordered_json mpi_profile_as_json(const perf::MpiProfile& profile);

}  // namespace lobatto::run
