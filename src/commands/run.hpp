#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comm/agreement/joint_end.hpp"
#include "comm/communicator.hpp"
#include "run/records/progress.hpp"
#include "run/run_in_folder.hpp"
#include "run/user_code.hpp"

namespace lobatto::commands {

struct RunOptions {
  std::filesystem::path case_file;
  std::vector<std::string> overrides;  ///< key=value
  run::RunPlace place;
  run::Telling telling;
  bool profile_mpi = false;
};

/// Throws base::Error where the case has a file of user code and nobody has loaded one.
void require_user_code(const cases::Case& the_case, const run::UserCode* user_code);

/// lobatto run: from the case file to the run folder. Returns the exit code, see RunEnd; an error
/// after the folder is there comes to joint_end, and into its log.
/// user_code: null where there is none.
int run_command(const RunOptions& options, run::UserCode* user_code,
                const comm::Communicator& communicator, comm::JointEnd& joint_end);

}  // namespace lobatto::commands
