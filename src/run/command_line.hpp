#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "comm/communicator.hpp"

namespace lobatto::run {

/// How help is written and asked for, in `app` and in the commands that it gets.
void begin_command_line(CLI::App& app);

/// The option --json FILE of a command that writes its `content` ("rows", "report") to a file, too.
void add_json_option(CLI::App& command, std::optional<std::filesystem::path>& file,
                     const std::string& content);

/// The option -n of a command and of its parts, for --help and completion: `lobatto` takes it out
/// of the words before they are parsed (commands/start/other_programs.hpp).
void add_ranks_option(CLI::App& command);

/// Reads the words of a command line into what `app` fills. Nothing where a command is to be
/// carried out; else the exit code, 0 after help and 2 after a complaint, which rank 0 prints.
std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv,
                                      const comm::Communicator& communicator);

}  // namespace lobatto::run
