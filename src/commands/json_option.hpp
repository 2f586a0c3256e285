#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

namespace lobatto::commands {

/// The option --json FILE of a command that writes its `content` ("rows", "report") to a file, too.
inline void add_json_option(CLI::App& command, std::optional<std::filesystem::path>& file,
                            const std::string& content) {
  command.add_option("--json", file, fmt::format("Write the {} to this file as well", content))
      ->type_name("FILE");
}

}  // namespace lobatto::commands
