#pragma once

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

}  // namespace lobatto::program
