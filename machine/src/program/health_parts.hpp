#pragma once

#include <filesystem>
#include <optional>

#include "comm/communicator.hpp"

namespace lobatto::program {

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

}  // namespace lobatto::program
