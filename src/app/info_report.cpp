#include "app/info_report.hpp"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/checkpoint_folder.hpp"
#include "io/hdf5_inventory.hpp"
#include "io/run_claim.hpp"

namespace lobatto::app {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::uintmax_t size_of(const fs::path& file) {
  std::error_code reason;
  const auto size = fs::file_size(file, reason);
  return reason ? 0 : size;
}

/// Files of a folder whose names end like this, in the order of their names.
std::vector<fs::path> files_in(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code reason;
  for (fs::directory_iterator at(folder, reason), end; !reason && at != end; at.increment(reason))
    if (at->path().filename().string().ends_with(ending)) files.push_back(at->path());
  std::ranges::sort(files);
  return files;
}

/// case.name, or nothing.
std::string case_name(const std::string& text) {
  try {
    return toml::parse(text)["case"]["name"].value_or(std::string());
  } catch (const toml::parse_error&) {
    return {};
  }
}

/// Copies what `from` has of these keys.
void take(Json& to, const Json& from, std::initializer_list<const char*> keys) {
  for (const char* key : keys)
    if (from.contains(key)) to[key] = from[key];
}

void add_provenance(Json& report, const io::Hdf5Inventory& file, const std::string& group) {
  for (const char* key : {"version", "git", "case_file", "overrides"})
    if (const auto text = file.text(fmt::format("{}/{}", group, key)); !text.empty())
      report[key] = text;
  if (const auto name = case_name(file.text(group + "/case")); !name.empty()) report["case"] = name;
}

/// A row of the table of datasets. Those that are spread over the files of a checkpoint are put
/// together.
void add_dataset(Json& datasets, const io::Hdf5Item& item, bool is_first_file) {
  const auto known =
      std::ranges::find_if(datasets, [&](const Json& row) { return row["dataset"] == item.path; });
  if (known == datasets.end()) {
    datasets.push_back({{"dataset", item.path},
                        {"shape", item.shape},
                        {"type", item.type},
                        {"bytes", item.bytes},
                        {"stored_bytes", item.stored_bytes},
                        {"checksums", item.has_checksums}});
  } else if (!is_first_file && !item.shape.empty() &&
             (item.path.starts_with("rows/") || item.is_compressed)) {
    (*known)["shape"][0] = (*known)["shape"][0].get<std::uint64_t>() + item.shape[0];
    (*known)["bytes"] = (*known)["bytes"].get<std::uint64_t>() + item.bytes;
    (*known)["stored_bytes"] = (*known)["stored_bytes"].get<std::uint64_t>() + item.stored_bytes;
  }
}

void add_damage(Json& report, const io::Hdf5Inventory& file) {
  for (const auto& item : file.items())
    if (const auto what = file.damage_of(item); !what.empty())
      report["damage"].push_back(fmt::format("{}: {}", file.file().string(), what));
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

/// Path and kind; with verify a list for what will be found wrong.
Json begin_report(const fs::path& path, const char* kind, bool verify) {
  Json report{{"path", path.string()}, {"kind", kind}};
  if (verify) report["damage"] = Json::array();
  return report;
}

Json report_on_checkpoint(const io::Hdf5Inventory& first, bool verify) {
  Json report = begin_report(first.file(), "checkpoint", verify);
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
    if (verify) add_damage(report, file);
  }
  add_totals(report);
  return report;
}

Json report_on_other(const io::Hdf5Inventory& file, const char* kind, bool verify) {
  Json report = begin_report(file.file(), kind, verify);
  const bool is_fields = std::string_view(kind) == "fields";
  if (is_fields)
    take(report, file.attributes("/Lobatto"), {"step", "time", "order", "geometry"});
  else
    report.update(file.attributes("/"));
  if (!is_fields) take(report, file.attributes("/mesh"), {"order", "geometry"});
  add_provenance(report, file, is_fields ? "Lobatto/provenance" : "provenance");
  report["datasets"] = Json::array();
  for (const auto& item : file.items()) add_dataset(report["datasets"], item, true);
  if (is_fields)
    for (const auto& row : report["datasets"])
      if (row["dataset"].get<std::string>().starts_with("Lobatto/fields/"))
        report["elements"] = row["shape"][0];
  if (verify) add_damage(report, file);
  add_totals(report);
  return report;
}

Json report_on_file(const fs::path& path, bool verify) {
  const io::Hdf5Inventory file(path);
  const Json head = file.attributes("/");
  if (head.value("format", "") == "lobatto-checkpoint") return report_on_checkpoint(file, verify);
  if (!file.attributes("/Lobatto").empty()) return report_on_other(file, "fields", verify);
  if (head.contains("samples") && head.contains("weight"))
    return report_on_other(file, "statistics", verify);
  throw base::Error(fmt::format(
      "{}: neither a checkpoint nor a field file nor statistics of Lobatto", path.string()));
}

/// Rows of a table of files; what is wrong with one does not hide the others.
template <class Find>
Json table_of(const std::vector<fs::path>& files, Json& damage, Find find) {
  Json rows = Json::array();
  for (const auto& file : files) {
    Json row{{"file", file.string()}, {"bytes", size_of(file)}};
    try {
      find(row, file);
    } catch (const base::Error& error) {
      damage.push_back(error.what());
    }
    rows.push_back(row);
  }
  return rows;
}

Json checkpoints_in(const fs::path& folder, bool verify, Json& damage) {
  std::vector<fs::path> first_files;
  for (const auto& found : io::find_checkpoints(folder)) first_files.push_back(found.file);
  std::ranges::reverse(first_files);
  return table_of(first_files, damage, [&](Json& row, const fs::path& file) {
    const Json report = report_on_file(file, verify);
    take(row, report, {"step", "time", "ranks", "case", "case_file", "version", "git"});
    row["n_files"] = report["files"].size();
    row["bytes"] = 0;
    for (const auto& part : report["files"])
      row["bytes"] = row["bytes"].get<std::uint64_t>() + part["bytes"].get<std::uint64_t>();
    if (verify) damage.insert(damage.end(), report["damage"].begin(), report["damage"].end());
  });
}

/// The last whole line of steps.jsonl; nothing where there is none.
Json last_step_in(const fs::path& record) {
  Json last;
  if (std::error_code ignored; !fs::exists(record, ignored)) return last;
  std::ifstream in = base::open_input(record);
  for (std::string line; std::getline(in, line);) {
    Json step = Json::parse(line, nullptr, false);
    if (step.is_object()) last = std::move(step);
  }
  return last;
}

/// Nothing where there is none, or one that is damaged.
Json summary_in(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored) ? Json::parse(base::read_input(file), nullptr, false) : Json();
}

Json report_on_run(const fs::path& folder, bool verify) {
  Json report = begin_report(folder, "run", verify);
  Json damage = Json::array();
  const io::RunFolder run(folder);
  if (const auto owner = io::owner_of(run); !owner.empty()) report["in_progress"] = owner;
  const Json summary = summary_in(run.summary());
  report["is_summarised"] = summary.is_object();
  if (summary.is_object()) {
    report["case"] = summary["case"].value("name", "");
    report["case_file"] = summary["case"].value("file", "");
    take(report, summary,
         {"version", "git", "ranks", "elements", "order", "points", "steps", "time", "wall_s",
          "seconds_per_step"});
  }
  if (const Json last = last_step_in(run.steps()); last.is_object())
    report["last_step"] = {{"step", last.value("step", 0LL)}, {"time", last.value("time", 0.0)}};
  report["checkpoints"] = checkpoints_in(run.checkpoints(), verify, damage);
  if (!summary.is_object() && !report["checkpoints"].empty()) {
    const Json newest = report["checkpoints"].back();
    take(report, newest, {"case", "case_file", "version", "git", "ranks"});
  }
  report["fields"] =
      table_of(files_in(run.fields(), ".vtkhdf"), damage, [](Json& row, const fs::path& file) {
        const io::Hdf5Inventory fields(file);
        take(row, fields.attributes("/Lobatto"), {"step", "time"});
      });
  report["statistics"] =
      table_of(files_in(run.stats(), ".h5"), damage, [&](Json& row, const fs::path& file) {
        const io::Hdf5Inventory statistics(file);
        take(row, statistics.attributes("/"), {"start", "end", "samples", "averaged"});
      });
  report["damage"] = damage;
  return report;
}

}  // namespace

Json info_report(const fs::path& path, bool verify) {
  std::error_code ignored;
  if (!path.empty() && fs::symlink_status(path, ignored).type() == fs::file_type::not_found)
    throw base::Error(fmt::format("{}: no such file or folder", path.string()));
  if (!fs::is_directory(path, ignored)) return report_on_file(path, verify);
  if (io::RunFolder(path).holds_run()) return report_on_run(path, verify);
  Json report = begin_report(path, "checkpoints", true), damage = Json::array();
  report["checkpoints"] = checkpoints_in(path, verify, damage);
  report["damage"] = damage;
  if (report["checkpoints"].empty())
    throw base::Error(
        fmt::format("{}: neither a run folder nor one of checkpoints: it has no "
                    "run.log, steps.jsonl, summary.json or checkpoint_<step>.h5",
                    path.string()));
  return report;
}

}  // namespace lobatto::app
