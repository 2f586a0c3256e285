#include "program/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "lobatto/version.hpp"
#include "program/commands.hpp"
#include "program/health.hpp"
#include "run/command_line.hpp"

namespace lobatto::program {

namespace {

struct Options {
  HealthCommands health;
  AcceptOptions accept;
  MapOptions map;
};

void add_commands(CLI::App& app, Options& options) {
  add_health(app, options.health);
  add_accept(app, options.accept);
  add_map(app, options.map);
  for (const char* name : {"health", "accept"}) run::add_ranks_option(*app.get_subcommand(name));
}

}  // namespace

bool complete_where_asked(int argc, char** argv) {
  if (!run::asks_for_completion(argc, argv)) return false;
  CLI::App app;
  Options options;
  add_commands(app, options);
  run::print_completions(app, argc, argv);
  return true;
}

int run_command_line(int argc, char** argv, const machine::StartUp& start_up,
                     const comm::Communicator& communicator) {
  // `lobatto health` comes here under the name lobatto.
  const std::string name = std::filesystem::path(argv[0]).filename();
  CLI::App app{"Lobatto's tools for machines: are they fit, how fast are they", name};
  run::begin_command_line(app);
  app.set_version_flag(
      "--version",
      fmt::format("lobatto-machine {} ({}), {}", version::number, version::git, version::compiler),
      "Say which version this is");
  app.require_subcommand(1);
  Options options;
  add_commands(app, options);
  if (const auto exit_code = run::parse_command_line(app, argc, argv, communicator))
    return *exit_code;
  if (app.got_subcommand("accept")) return accept_command(options.accept, communicator);
  if (app.got_subcommand("map")) return map_command(options.map, communicator);
  return run_health(*app.get_subcommand("health"), options.health, start_up, communicator);
}

}  // namespace lobatto::program
