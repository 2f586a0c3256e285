#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

/// The words that an option takes, where only some are allowed.
std::vector<std::string> choices_of(const CLI::Option& option);

/// What stands for the value of an option: "FILE", "{x,y,z}", "SECONDS from 5 to 86400"; empty
/// where the name says all.
std::string value_of(const CLI::Option& option);

/// How `--help` is written: in lines as wide as the terminal, 100 at most. What needs or excludes
/// what, the descriptions say.
std::shared_ptr<CLI::Formatter> help_format();

// What shells ask while a command line is typed: `lobatto complete WORDS`.

bool asks_for_completion(int argc, char** argv);

/// What the last of the words, which may be empty, may become: commands, options, or values of an
/// option; one per line, with what it is after a tab. Empty where only the name of a file fits.
std::string completions(const CLI::App& app, const std::vector<std::string>& words);

/// Prints the completions of the words that were asked for; needs no MPI.
void print_completions(const CLI::App& app, int argc, char** argv);

}  // namespace lobatto::run
