#include "run/command_line.hpp"

#include <fmt/format.h>

#include <sstream>

#include "case/document/printable.hpp"
#include "run/records/put_text.hpp"

namespace lobatto::run {

void add_json_option(CLI::App& command, std::optional<std::filesystem::path>& file,
                     const std::string& content) {
  command.add_option("--json", file, fmt::format("Write the {} to this file as well", content))
      ->type_name("FILE");
}

void add_ranks_option(CLI::App& command) {
  const auto refuse = [](const std::string&) {
    throw CLI::ValidationError(
        "-n",
        "only the command `lobatto` starts ranks, with a space before their number, such as -n 4");
  };
  command.add_option_function<std::string>("-n", refuse, "Start this many ranks of this machine")
      ->type_name("RANKS");
  for (CLI::App* part : command.get_subcommands([](CLI::App*) { return true; }))
    add_ranks_option(*part);
}

std::optional<int> parse_command_line(CLI::App& app, int argc, char** argv,
                                      const comm::Communicator& communicator) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    // Every rank parses the same words; one of them speaks.
    std::ostringstream out, complaint;
    const int exit_code = app.exit(error, out, complaint);
    if (communicator.rank() == 0) {
      put_text(stdout, out.str());
      put_text(stderr, cases::printable_lines(complaint.str()));
    }
    return exit_code == 0 ? 0 : 2;
  }
}

}  // namespace lobatto::run
