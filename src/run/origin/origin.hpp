#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "case/case.hpp"
#include "comm/communicator.hpp"
#include "run/observers.hpp"
#include "run/simulation.hpp"

namespace lobatto::run {

/// Where the state of a run comes from.
struct RunOrigin {
  /// Or a field file, ours or one of Nek5000; nothing: the initial condition.
  std::optional<std::filesystem::path> checkpoint;
  bool continues = false;    ///< in a folder that is there
  bool interpolate = false;  ///< to another mesh
  std::string where;         ///< who asks for it, for errors; empty where it is the run's own
};

/// continues: go on in `folder` from its newest checkpoint; a run that died before its first one is
/// begun again. `from`: a checkpoint to take in place of that. Otherwise the case may name a state
/// to begin with. The folder must be this run's (io::RunClaim). Collective; throws base::Error on
/// every rank.
RunOrigin find_origin(const cases::Case& the_case, const std::filesystem::path& folder,
                      bool continues, const std::optional<std::filesystem::path>& from,
                      const comm::Communicator& communicator);

/// Loads the state, with that of the observers (none: null) of a run that goes on, and returns the
/// lines that tell of it. Collective; throws base::Error that names the checkpoint before, if there
/// is one.
std::string load_origin(Simulation& simulation, Observers* observers, const RunOrigin& origin,
                        const comm::Communicator& communicator);

/// True where the summary in a run folder is that of a run that ended with this step. Collective.
bool is_summarised(const std::filesystem::path& summary, long long step,
                   const comm::Communicator& communicator);

}  // namespace lobatto::run
