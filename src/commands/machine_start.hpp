#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace lobatto::commands {

// `lobatto health`, `accept` and `map` are commands of lobatto-machine, a program of its own, which
// lies beside this one or on PATH.

/// Where one of them is asked for, the process becomes that program, with the same words; else, or
/// where it is missing, returns. Before MPI starts.
void become_machine_program_where_asked(int argc, char** argv);

/// So that --help names them.
void add_machine_commands(CLI::App& app);

/// Throws base::Error, which says where the program of the command was looked for.
[[noreturn]] void throw_missing_machine(const std::string& command);

}  // namespace lobatto::commands
