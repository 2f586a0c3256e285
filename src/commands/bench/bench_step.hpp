#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::commands {

struct BenchStepOptions {
  std::vector<std::string> sizes{"8x8", "16x4"};  ///< nodes x elements per direction
  int n_steps = 40;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto bench step: the periodic Taylor-Green vortex at Re 1600, seconds per step by region.
int bench_step_command(const BenchStepOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::commands
