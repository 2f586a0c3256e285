#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::commands {

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
