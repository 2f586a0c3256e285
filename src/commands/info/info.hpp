#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
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

/// What a run folder, a folder of checkpoints, or one file (describe_file) holds, under the names
/// that docs/run-folder.md has. verify: reads all files, and lists in "verified" what came of it.
/// What is wrong stands in "damage", a text each. One process alone. Throws base::Error for what is
/// none of these.
nlohmann::ordered_json info_report(const std::filesystem::path& path, bool verify);

/// What a checkpoint, a field file of this program or of Nek5000, a file of statistics or one of
/// samples holds, under the names that docs/run-folder.md has. One process alone. Throws
/// base::Error for what is none of these.
nlohmann::ordered_json describe_file(const std::filesystem::path& path);

/// Copies what `from` has of these keys.
void take(nlohmann::ordered_json& to, const nlohmann::ordered_json& from,
          std::initializer_list<const char*> keys);

/// Bytes of a file; 0 where it cannot be looked at.
std::uintmax_t size_of(const std::filesystem::path& file);

}  // namespace lobatto::commands
