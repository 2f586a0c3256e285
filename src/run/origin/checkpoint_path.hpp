#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace lobatto::run {

/// The newest checkpoint of a run folder, or of a folder of checkpoints.
std::optional<std::filesystem::path> newest_in(const std::filesystem::path& folder);

/// The file that a text stands for: itself, or the newest checkpoint of a folder. Throws
/// base::Error that begins with `where`. Not collective.
std::filesystem::path checkpoint_of(const std::filesystem::path& from, const std::string& where);

}  // namespace lobatto::run
