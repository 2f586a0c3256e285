#include "run/origin/checkpoint_path.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/checkpoint/folder.hpp"

namespace lobatto::run {

namespace fs = std::filesystem;

std::optional<fs::path> newest_in(const fs::path& folder) {
  for (const fs::path& place : {folder / "checkpoints", folder}) {
    const auto found = io::find_checkpoints(place);
    if (!found.empty()) return found.front().file;
  }
  return std::nullopt;
}

fs::path checkpoint_of(const fs::path& from, const std::string& where) {
  std::string fault = base::fault_of_input(from);
  if (fault.empty()) return from;
  if (const auto newest = newest_in(from)) return *newest;
  std::error_code ignored;
  const auto type = fs::symlink_status(from, ignored).type();
  if (type == fs::file_type::not_found) fault = "no such file or folder";
  if (fs::is_directory(from, ignored)) fault = "there is no checkpoint in this folder";
  throw base::Error(fmt::format("{}: {}: {}", where, from.empty() ? "''" : from.string(), fault));
}

}  // namespace lobatto::run
