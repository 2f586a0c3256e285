#pragma once

#include <CLI/CLI.hpp>

#include "program/health.hpp"

namespace lobatto::program {

/// What is asked of `lobatto health` and of its own commands.
struct HealthCommands {
  HealthOptions all;
  HealthNoiseOptions noise;
  HealthIoOptions io;
  HealthLinksOptions links;
};

/// Adds the command to the program's command line; it fills `commands`, which must live as long.
void add_health(CLI::App& app, HealthCommands& commands);
/// Runs what has been asked for and returns the exit code. Collective.
int run_health(const CLI::App& health, const HealthCommands& commands,
               const machine::StartUp& start_up, const comm::Communicator& communicator);

}  // namespace lobatto::program
