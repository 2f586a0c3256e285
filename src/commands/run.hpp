#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/joint_end.hpp"
#include "run/progress.hpp"

namespace lobatto::commands {

struct RunOptions {
  std::filesystem::path case_file;
  std::vector<std::string> overrides;           ///< key=value
  std::optional<std::filesystem::path> folder;  ///< default runs/<case name>
  bool restart = false;                         ///< go on in the run folder, if it is there
  std::optional<std::filesystem::path> from;    ///< with restart: from this checkpoint
  run::ProgressStyle progress = run::ProgressStyle::automatic;
  bool profile_mpi = false;
};

/// lobatto run: from the case file to the run folder. Returns the exit code, see RunEnd; an error
/// after the folder is there comes to joint_end, and into its log.
int run_command(const RunOptions& options, const comm::Communicator& communicator,
                comm::JointEnd& joint_end);

}  // namespace lobatto::commands
