#pragma once

#include <filesystem>
#include <optional>

#include "comm/communicator.hpp"
#include "program/health_baselines.hpp"

namespace lobatto::program {

struct HealthLinksOptions {
  double budget = 30;  ///< seconds
  double below = 10;   ///< percent under its class that make a link slow
  BaselineOptions baselines;
  std::optional<std::filesystem::path> topology_file, json_file;
};

/// lobatto health links: measures every link of the allocation, by classes, prints the slow ones
/// with both ends, and returns 1 where there are any. Collective.
int health_links_command(const HealthLinksOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::program
