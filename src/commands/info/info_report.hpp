#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace lobatto::commands {

/// What a run folder, a folder of checkpoints, or one file (describe_file) holds, under the names
/// that docs/run-folder.md has. verify: reads all files, and lists in "verified" what came of it.
/// What is wrong stands in "damage", a text each. One process alone. Throws base::Error for what is
/// none of these.
nlohmann::ordered_json info_report(const std::filesystem::path& path, bool verify);

}  // namespace lobatto::commands
