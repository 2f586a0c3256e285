#pragma once

#include <filesystem>
#include <optional>

#include "comm/communicator.hpp"

namespace lobatto::commands {

struct InfoOptions {
  std::filesystem::path path;
  bool verify = false;
  std::optional<std::filesystem::path> json_file;
};

/// lobatto info: prints what a run folder or one of its files holds. On rank 0. Throws base::Error
/// for what is none of these, and after printing where something is damaged.
int info_command(const InfoOptions& options, const comm::Communicator& communicator);

}  // namespace lobatto::commands
