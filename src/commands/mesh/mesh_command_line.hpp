#pragma once

#include <CLI/CLI.hpp>

#include "commands/mesh/mesh.hpp"

namespace lobatto::commands {

/// What is asked of `lobatto mesh` and of its own command.
struct MeshCommands {
  MeshOptions report;
  MeshConvertOptions convert;
};

/// Adds the command to the program's command line; it fills `commands`, which must live as long.
void add_mesh(CLI::App& app, MeshCommands& commands);
/// Runs what has been asked for and returns the exit code. Collective.
int run_mesh(const CLI::App& mesh, const MeshCommands& commands,
             const comm::Communicator& communicator);

}  // namespace lobatto::commands
