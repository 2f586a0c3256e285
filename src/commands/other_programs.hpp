#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
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

/// Where a case that is to be run or checked has user code, or a picture of a mesh is asked for,
/// the process becomes a Python that carries out the same command line, `python3 -m lobatto run
/// ...`; else returns. Before MPI starts. Ends the process with exit code 1 where there is no such
/// Python.
///
/// That Python is $LOBATTO_PYTHON, the one that the module was built for, or python3; where the
/// program has a folder `python` beside it, the package is taken from there.
void become_python_where_needed(int argc, char** argv);

/// Where the program lies that this process is; empty where the system does not say.
std::filesystem::path program_folder();

}  // namespace lobatto::commands
