#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "run/user_code.hpp"

namespace lobatto::commands {

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

}  // namespace lobatto::commands
