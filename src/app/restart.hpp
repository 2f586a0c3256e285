#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/case.hpp"
#include "app/simulation.hpp"
#include "app/statistics_output.hpp"
#include "comm/communicator.hpp"

namespace lobatto::app {

/// Where the state of a run comes from; nothing where it begins with its initial condition.
struct Origin {
  std::optional<std::filesystem::path> checkpoint;
  bool continues = false;  ///< in the folder of the run that wrote the checkpoint
  bool interpolate = false;
};

/// What the command line says of it.
struct RestartOptions {
  bool restart = false;
  std::optional<std::filesystem::path> from;
};

/// folder: of the run. Collective; throws base::Error where there is no such checkpoint.
Origin find_origin(const RestartOptions& options, const Case& the_case,
                   const std::filesystem::path& folder, const comm::Communicator& communicator);

/// Loads the state of the origin, which must have a checkpoint; returns the line that tells of it.
/// Statistics (null where none are gathered) go on only in the folder of their run. Collective;
/// throws base::Error, with advice where an earlier checkpoint may do.
std::string load_state(Simulation& simulation, StatisticsOutput* statistics, const Origin& origin);

}  // namespace lobatto::app
