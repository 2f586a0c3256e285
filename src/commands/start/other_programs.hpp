#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lobatto::commands {

// `lobatto` is one command for several programs: before MPI starts, the process becomes the one
// that carries out what is asked for. Each of these returns where it is not asked for.

/// `-n N`: the launcher of MPI, which starts the same command line on N ranks. Ends the process
/// with exit code 2 where N is no number, where this process is a rank already, or where there is
/// no launcher.
///
/// The launcher is $LOBATTO_MPIEXEC, the one of the MPI that the program is built with, or mpiexec.
/// On one machine ranks stay on their cores, and more ranks than cores share them.
void become_launcher_where_asked(int argc, char** argv);

/// `lobatto health`, `accept` and `map`: lobatto-machine, beside this program or on PATH. Returns
/// where it is missing, too.
void become_machine_program_where_asked(int argc, char** argv);

/// The Python tools, a case with user code that is to be run or checked, and a picture of a mesh: a
/// Python that carries out the same command line, `python3 -m lobatto plot ...`. Ends the process
/// with exit code 1 where there is none that has the packages.
///
/// That Python is $LOBATTO_PYTHON, or the first that has them of the one that the module was built
/// for, the python3 of PATH and /usr/bin/python3. The package lobatto is taken from the folder
/// `python` beside the program, or from where it is installed with the program.
void become_python_where_needed(int argc, char** argv);

/// The commands of those programs, so that --help names them.
void add_machine_commands(CLI::App& app);
void add_python_commands(CLI::App& app);

/// The first word; of `lobatto complete plot WORD` that is plot, for the program of a command says
/// itself what its words may become. Empty where there is none.
std::string_view command_of(int argc, char** argv);

/// Throws base::Error, which says where the program of the command was looked for.
[[noreturn]] void throw_missing_machine(const std::string& command);

/// The program that this process is, and where it lies; empty where the system does not say.
std::filesystem::path own_program();
std::filesystem::path program_folder();

/// The process becomes another program, found on PATH; returns where that cannot be started, with
/// errno.
void become(std::vector<std::string> command);

/// What a program prints, both its outputs, and its exit status; nothing where it cannot be
/// started.
struct Answer {
  std::string text;
  bool is_good;
};
Answer ask(std::vector<std::string> command);

}  // namespace lobatto::commands
