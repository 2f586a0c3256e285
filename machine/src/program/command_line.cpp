#include "program/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "lobatto/version.hpp"
#include "program/accept.hpp"
#include "program/health_command_line.hpp"
#include "program/map.hpp"
#include "run/command_line.hpp"

namespace lobatto::program {

int run_command_line(int argc, char** argv, const machine::StartUp& start_up,
                     const comm::Communicator& communicator) {
  // `lobatto health` comes here under the name lobatto.
  const std::string name = std::filesystem::path(argv[0]).filename();
  CLI::App app{"Lobatto's tools for machines: are they fit, how fast are they", name};
  app.set_version_flag("--version", fmt::format("lobatto-machine {} ({}), {}", version::number,
                                                version::git, version::compiler));
  app.require_subcommand(1);
  HealthCommands health;
  AcceptOptions accept;
  MapOptions map;
  add_health(app, health);
  add_accept(app, accept);
  add_map(app, map);
  if (const auto exit_code = run::parse_command_line(app, argc, argv, communicator))
    return *exit_code;
  if (app.got_subcommand("accept")) return accept_command(accept, communicator);
  if (app.got_subcommand("map")) return map_command(map, communicator);
  return run_health(*app.get_subcommand("health"), health, start_up, communicator);
}

}  // namespace lobatto::program
