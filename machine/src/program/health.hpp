#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "machine/start_up.hpp"
#include "program/health_baselines.hpp"

namespace lobatto::program {

struct HealthOptions {
  double budget = 60;              ///< seconds
  std::vector<std::string> tests;  ///< none: all
  bool details = false;
  std::optional<std::filesystem::path> json_file, thresholds_file;
  BaselineOptions baselines;
};

/// lobatto health: measures every core, node and link of the allocation, prints what it found, and
/// returns 1 where something is not as good as it has to be. Collective.
int health_command(const HealthOptions& options, const machine::StartUp& start_up,
                   const comm::Communicator& communicator);

struct HealthLinksOptions {
  double budget = 30;  ///< seconds
  double below = 10;   ///< percent under its class that make a link slow
  BaselineOptions baselines;
  std::optional<std::filesystem::path> topology_file, json_file;
};

/// lobatto health links: measures every link of the allocation, by classes, prints the slow ones
/// with both ends, and returns 1 where there are any. Collective.
int health_links_command(const HealthLinksOptions& options, const comm::Communicator& communicator);

struct HealthNoiseOptions {
  double seconds = 10;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto health noise: what disturbs the cores. Collective; returns 0.
int health_noise_command(const HealthNoiseOptions& options, const comm::Communicator& communicator);

struct HealthIoOptions {
  std::filesystem::path folder;
  int most_megabytes = 64;  ///< MiB of the largest file of a rank
  int n_files = 200;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto health io: what files in a folder can do. SIGINT and SIGTERM end it with nothing left
/// behind. Collective; returns 0, throws base::Error where it cannot be measured.
int health_io_command(const HealthIoOptions& options, const comm::Communicator& communicator);

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
