#pragma once

#include <span>
#include <string_view>

namespace lobatto::commands {

struct TextOfFile {
  std::string_view name, text;
};

/// What the program carries, from when it was built: the cases of cases/new, "channel.toml", the
/// meshes that they name, and the scripts of shells in completion, "lobatto.bash".
std::span<const TextOfFile> embedded_files();

}  // namespace lobatto::commands
