#include "commands/start/other_programs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "base/error.hpp"
#include "run/command_line.hpp"

namespace lobatto::commands {

namespace {

constexpr const char* program = "lobatto-machine";

struct Command {
  const char* name;
  const char* what;
};
constexpr std::array commands_of_machine{
    Command{"health", "Is this machine fit? Measures every core, node and link"},
    Command{"accept", "Application kernels of an acceptance: rates, and answers that are checked"},
    Command{"map", "Where to put the ranks of a run so that little is sent between nodes"}};

}  // namespace

void become_machine_program_where_asked(int argc, char** argv) {
  const std::string_view word = command_of(argc, argv);
  if (std::ranges::none_of(commands_of_machine, [&](const Command& c) { return c.name == word; }))
    return;
  ::execv((program_folder() / program).c_str(), argv);
  ::execvp(program, argv);
}

std::string_view command_of(int argc, char** argv) {
  if (!run::asks_for_completion(argc, argv)) return argc > 1 ? argv[1] : "";
  return argc > 3 ? argv[2] : "";
}

void add_machine_commands(CLI::App& app) {
  for (const auto& command : commands_of_machine) {
    auto* added = app.add_subcommand(command.name, command.what);
    added->group("Machines");
    added->allow_extras();
    added->set_help_flag();
  }
}

void throw_missing_machine(const std::string& command) {
  throw base::Error(
      fmt::format("{} is a command of {}, which was found neither in {} nor on PATH: build it from "
                  "the folder machine of the sources, see docs/install.md",
                  command, program, program_folder().string()));
}

}  // namespace lobatto::commands
