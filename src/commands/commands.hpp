#pragma once

#include <filesystem>
#include <optional>
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

struct CheckOptions {
  std::vector<std::filesystem::path> case_files;
  std::vector<std::string> overrides;  ///< key=value, for every case
  bool time_steps = false;             ///< take a few steps and tell how long they take
};

/// lobatto check: looks at each case as a run of it would before it begins, and prints the resolved
/// set-up with its size; writes nothing. What is wrong with one case does not keep the others from
/// being looked at. user_code: null where there is none. Returns the exit code: 1 where something
/// is wrong with any. Collective.
int check_command(const CheckOptions& options, const run::UserCode* user_code,
                  const comm::Communicator& communicator);

struct NewCaseOptions {
  std::optional<std::string> flow;  ///< none: tell which there are
  std::optional<std::string> file;  ///< to write; none: <flow>.toml
};

std::vector<std::string> names_of_new_flows();

/// `lobatto new`: writes a case of one's own to begin with, the mesh that it names, and the schema
/// of case files for editors where there is none yet; says what to type next. Throws base::Error,
/// before it writes anything, where a file is there already or no flow has this name.
int new_case_command(const NewCaseOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::commands
