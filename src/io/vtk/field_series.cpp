#include "io/vtk/field_series.hpp"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/input_file.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"

namespace lobatto::io {

namespace fs = std::filesystem;

namespace {

constexpr const char* list_name = "fields.vtkhdf.series";

/// The inverse of file_name.
std::optional<long long> step_of(const std::string& name) {
  constexpr std::string_view head = "fields_";
  long long step = 0;
  if (!name.starts_with(head)) return std::nullopt;
  const auto result = std::from_chars(name.data() + head.size(), name.data() + name.size(), step);
  return result.ec == std::errc() ? std::optional(step) : std::nullopt;
}

std::string file_name(long long step) { return fmt::format("fields_{:08d}.vtkhdf", step); }

}  // namespace

FieldSeries::FieldSeries(fs::path folder, const comm::Communicator& communicator)
    : folder_(std::move(folder)), communicator_(communicator) {}

void FieldSeries::resume(long long last_step) {
  // Read by one rank: all must go on with the same list.
  std::string text;
  comm::on_root(communicator_, [&] {
    if (std::error_code ignored; fs::exists(folder_ / list_name, ignored))
      text = base::read_input(folder_ / list_name);
  });
  communicator_.broadcast(text, 0);
  const auto list = nlohmann::json::parse(text, nullptr, false);
  if (!list.is_object() || !list.contains("files")) return;
  // Entries that are damaged are left out; their files stay.
  for (const auto& file : list["files"]) {
    if (!file.is_object() || !file.contains("name") || !file["name"].is_string() ||
        !file.contains("time") || !file["time"].is_number())
      continue;
    const auto step = step_of(file["name"]);
    if (step && *step <= last_step) entries_.push_back({*step, file["time"]});
  }
}

fs::path FieldSeries::write(const space::FunctionSpace& space, const Snapshot& snapshot,
                            const VtkhdfOptions& options) {
  const fs::path file = folder_ / file_name(snapshot.step);
  if (!entries_.empty() && entries_.back().step == snapshot.step) return file;
  write_vtkhdf(file, space, snapshot, options);
  entries_.push_back({snapshot.step, snapshot.time});
  write_list();
  return file;
}

void FieldSeries::write_list() const {
  nlohmann::ordered_json list;
  list["file-series-version"] = "1.0";
  list["files"] = nlohmann::ordered_json::array();
  for (const Entry& entry : entries_) {
    list["files"].push_back({{"name", file_name(entry.step)}, {"time", entry.time}});
  }
  write_json(folder_ / list_name, list, communicator_);
}

}  // namespace lobatto::io
