#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace lobatto::app {

/// What a run folder, a folder of checkpoints, a checkpoint, a field file or a file of statistics
/// holds, under the names that docs/run-folder.md has. verify: reads all that has check sums; what
/// is wrong then stands in "damage". One process alone. Throws base::Error for what is none of
/// these.
nlohmann::ordered_json info_report(const std::filesystem::path& path, bool verify);

}  // namespace lobatto::app
