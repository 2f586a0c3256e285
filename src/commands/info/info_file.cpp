#include "commands/info/info.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/hdf5/inventory.hpp"
#include "io/nek/reader.hpp"

namespace lobatto::commands {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// case.name, or nothing.
std::string case_name(const std::string& text) {
  try {
    return toml::parse(text)["case"]["name"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return {};
  }
}

void add_provenance(Json& report, const io::Hdf5Inventory& file, const std::string& group) {
  for (const char* key : {"version", "git", "case_file", "overrides"})
    if (const auto text = file.text(fmt::format("{}/{}", group, key)); !text.empty())
      report[key] = text;
  if (const auto name = case_name(file.text(group + "/case")); !name.empty()) report["case"] = name;
}

Json row_of(const io::Hdf5Item& item) {
  return {{"dataset", item.path},
          {"shape", item.shape},
          {"type", item.type},
          {"bytes", item.bytes},
          {"stored_bytes", item.stored_bytes},
          {"checksums", item.has_checksums}};
}

/// A row of the table of datasets. Those that are spread over the files of a checkpoint are put
/// together.
void add_dataset(Json& datasets, const io::Hdf5Item& item, bool is_first_file) {
  const auto known =
      std::ranges::find_if(datasets, [&](const Json& row) { return row["dataset"] == item.path; });
  if (known == datasets.end()) {
    datasets.push_back(row_of(item));
  } else if (!is_first_file && !item.shape.empty() &&
             (item.path.starts_with("rows/") || item.is_compressed)) {
    (*known)["shape"][0] = (*known)["shape"][0].get<std::uint64_t>() + item.shape[0];
    (*known)["bytes"] = (*known)["bytes"].get<std::uint64_t>() + item.bytes;
    (*known)["stored_bytes"] = (*known)["stored_bytes"].get<std::uint64_t>() + item.stored_bytes;
  }
}

/// Totals of the table of datasets.
void add_totals(Json& report) {
  std::uint64_t bytes = 0, stored = 0;
  for (const auto& row : report["datasets"]) {
    bytes += row["bytes"].get<std::uint64_t>();
    stored += row["stored_bytes"].get<std::uint64_t>();
  }
  report["bytes"] = bytes;
  report["stored_bytes"] = stored;
}

Json begin_report(const fs::path& path, const char* kind) {
  return {{"path", path.string()}, {"kind", kind}};
}

Json describe_checkpoint(const io::Hdf5Inventory& first) {
  Json report = begin_report(first.file(), "checkpoint");
  const Json head = first.attributes("/");
  take(report, head, {"step", "time", "ranks"});
  add_provenance(report, first, "provenance");
  if (const auto mesh = first.numbers("state/run/mesh"); mesh.size() > 2) {
    report["elements"] = static_cast<long long>(mesh[0]);
    report["order"] = static_cast<long long>(mesh[1]);
  }
  report["files"] = Json::array();
  report["datasets"] = Json::array();
  const int n_files = head.value("files", 1);
  for (int f = 0; f < n_files; ++f) {
    const io::Hdf5Inventory file(
        n_files == 1
            ? first.file()
            : io::checkpoint_name(first.file().parent_path(), head.value("step", 0LL), f, n_files));
    report["files"].push_back({{"file", file.file().string()}, {"bytes", size_of(file.file())}});
    for (const auto& item : file.items()) add_dataset(report["datasets"], item, f == 0);
  }
  add_totals(report);
  return report;
}

void add_datasets(Json& report, const io::Hdf5Inventory& file) {
  report["datasets"] = Json::array();
  for (const auto& item : file.items()) report["datasets"].push_back(row_of(item));
  add_totals(report);
}

Json describe_fields(const io::Hdf5Inventory& file) {
  Json report = begin_report(file.file(), "fields");
  take(report, file.attributes("/Lobatto"), {"step", "time", "order", "geometry"});
  add_provenance(report, file, "Lobatto/provenance");
  for (const auto& item : file.items())
    if (item.path.starts_with("Lobatto/fields/")) report["elements"] = item.shape.at(0);
  add_datasets(report, file);
  return report;
}

Json describe_statistics(const io::Hdf5Inventory& file) {
  Json report = begin_report(file.file(), "statistics");
  report.update(file.attributes("/"));
  take(report, file.attributes("/mesh"), {"order", "geometry"});
  add_provenance(report, file, "provenance");
  add_datasets(report, file);
  return report;
}

bool are_samples(const io::Hdf5Inventory& file) {
  constexpr std::array names{"step", "time", "x", "y", "z"};
  return std::ranges::all_of(names, [&](const char* name) { return file.find(name) != nullptr; });
}

Json describe_samples(const io::Hdf5Inventory& file) {
  Json report = begin_report(file.file(), "samples");
  const auto steps = file.numbers("step"), times = file.numbers("time");
  report["samples"] = times.size();
  if (!steps.empty() && steps.size() == times.size()) {
    report["first_step"] = static_cast<long long>(steps.front());
    report["last_step"] = {{"step", static_cast<long long>(steps.back())}, {"time", times.back()}};
  }
  add_datasets(report, file);
  return report;
}

Json describe_nek_field(const fs::path& path, const comm::Communicator& self) {
  const io::NekFieldReader reader(path, self);
  const auto& header = reader.header();
  Json report = begin_report(path, header.neko ? "Neko fields" : "Nek5000 fields");
  report["step"] = header.step;
  report["time"] = header.time;
  report["order"] = header.n[0] - 1;
  report["elements"] = header.n_elements;
  report["blocks"] = header.code();
  report["precision"] = header.word_size == 8 ? "double" : "single";
  const bool is_little = (std::endian::native == std::endian::little) != reader.is_swapped();
  report["byte_order"] = is_little ? "little" : "big";
  report["datasets"] = Json::array();
  for (const auto& block : header.blocks) {
    const auto n = static_cast<std::uint64_t>(header.n_elements);
    std::vector<long long> shape{header.n_elements};
    if (header.components(block) > 1) shape.push_back(header.components(block));
    shape.insert(shape.end(), header.is_plane() ? 2 : 3, header.n[0]);
    report["datasets"].push_back({{"dataset", header.name_of(block)},
                                  {"shape", shape},
                                  {"type", header.word_size == 8 ? "float64" : "float32"},
                                  {"bytes", n * header.row_bytes(block)},
                                  {"stored_bytes", n * header.row_bytes(block)},
                                  {"checksums", false}});
  }
  add_totals(report);
  return report;
}

}  // namespace

void take(Json& to, const Json& from, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (from.contains(key)) to[key] = from[key];
}

std::uintmax_t size_of(const fs::path& file) {
  std::error_code reason;
  const auto size = fs::file_size(file, reason);
  return reason ? 0 : size;
}

Json describe_file(const fs::path& path) {
  base::require_input(path);
  const auto self = comm::Communicator::self();
  if (io::is_nek_field(path, self)) return describe_nek_field(path, self);
  const io::Hdf5Inventory file(path);
  const Json head = file.attributes("/");
  if (head.contains("format") && head["format"] == "lobatto-checkpoint")
    return describe_checkpoint(file);
  if (!file.attributes("/Lobatto").empty()) return describe_fields(file);
  if (head.contains("samples") && head.contains("weight")) return describe_statistics(file);
  if (are_samples(file)) return describe_samples(file);
  throw base::Error(fmt::format(
      "{}: neither a checkpoint nor fields nor statistics nor samples of Lobatto, nor a field file "
      "of Nek5000 or Neko",
      path.string()));
}

}  // namespace lobatto::commands
