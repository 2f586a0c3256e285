#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lobatto::machine {

struct Node {
  std::string name;
  int slots = 1;  ///< ranks that it takes
};

/// The names of a list as SLURM writes it: "n[001-003,7],login1" is n001, n002, n003, n7, login1.
/// Throws base::Error that shows the place of what is wrong.
std::vector<std::string> expand_names(std::string_view list);

/// The nodes of a host file: a name a line, with "slots=N" behind it or not; a name that comes
/// again adds its slots; "#" begins a comment. Without "slots" a line counts as `slots_a_line`.
/// Throws base::Error that names the file and the line.
std::vector<Node> read_nodes(const std::filesystem::path& file, int slots_a_line);

}  // namespace lobatto::machine
