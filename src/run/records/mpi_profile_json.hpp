#pragma once

#include <nlohmann/json.hpp>

#include "perf/mpi/profile.hpp"

namespace lobatto::run {

/// mpi_profile.json; docs/mpi-profile.md explains it.
nlohmann::ordered_json mpi_profile_as_json(const perf::MpiProfile& profile);

}  // namespace lobatto::run
