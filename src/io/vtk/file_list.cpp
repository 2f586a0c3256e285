#include "io/vtk/file_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

/// The inverse of file_name.
std::optional<long long> step_of(const std::string& name, const std::string& stem) {
  const std::string head = stem + "_";
  long long step = 0;
  if (!name.starts_with(head)) return std::nullopt;
  const auto result = std::from_chars(name.data() + head.size(), name.data() + name.size(), step);
  return result.ec == std::errc() ? std::optional(step) : std::nullopt;
}

}  // namespace

FileList::FileList(fs::path folder, std::string stem, const comm::Communicator& communicator)
    : folder_(std::move(folder)), stem_(std::move(stem)), communicator_(communicator) {}

std::string FileList::file_name(long long step) const {
  return fmt::format("{}_{:08d}.vtkhdf", stem_, step);
}

void FileList::resume(long long last_step) {
  // Read by one rank: all must go on with the same list.
  std::string text;
  comm::on_root(communicator_, [&] {
    if (std::error_code ignored; fs::exists(list(), ignored)) text = base::read_input(list());
  });
  communicator_.broadcast(text, 0);
  const auto found = nlohmann::json::parse(text, nullptr, false);
  if (!found.is_object() || !found.contains("files")) return;
  // Entries that are damaged are left out; their files stay.
  for (const auto& file : found["files"]) {
    if (!file.is_object() || !file.contains("name") || !file["name"].is_string() ||
        !file.contains("time") || !file["time"].is_number())
      continue;
    const auto step = step_of(file["name"], stem_);
    if (step && *step <= last_step) entries_.push_back({*step, file["time"]});
  }
}

void FileList::add(long long step, double time) {
  entries_.push_back({step, time});
  nlohmann::ordered_json files;
  files["file-series-version"] = "1.0";
  files["files"] = nlohmann::ordered_json::array();
  for (const Entry& entry : entries_)
    files["files"].push_back({{"name", file_name(entry.step)}, {"time", entry.time}});
  write_json(list(), files, communicator_);
}

}  // namespace lobatto::io
