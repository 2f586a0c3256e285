#include "commands/info/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/checkpoint/folder.hpp"
#include "io/file_check.hpp"
#include "io/nek/reader.hpp"
#include "io/run_claim.hpp"

namespace lobatto::commands {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

/// Files of a folder that `is_wanted`, in the order of their names; none where there is no folder.
template <class Test>
std::vector<fs::path> files_in(const fs::path& folder, Test is_wanted) {
  std::vector<fs::path> files;
  std::error_code reason;
  for (fs::directory_iterator at(folder, reason), end; !reason && at != end; at.increment(reason))
    if (is_wanted(at->path())) files.push_back(at->path());
  std::ranges::sort(files);
  return files;
}

auto ends_with(std::string_view ending) {
  return [ending](const fs::path& file) { return file.filename().string().ends_with(ending); };
}

const char* text_of(io::CheckSums sums) {
  switch (sums) {
    case io::CheckSums::of_all:
      return "all bytes";
    case io::CheckSums::of_parts:
      return "chunks";
    default:
      return "none";
  }
}

/// Looks at all of a file and keeps what came of it.
void verify_file(Json& report, const fs::path& file) {
  const auto verdict = io::check_file(file);
  const bool is_right = verdict.damage.empty();
  report["verified"].push_back(
      {{"file", file.string()},
       {"bytes", verdict.bytes},
       {"check_sums", is_right ? Json(text_of(verdict.sums)) : Json(nullptr)},
       {"is_right", is_right}});
  if (!is_right) report["damage"].push_back(verdict.damage);
}

bool is_known_as_damaged(const Json& report, const fs::path& file) {
  return report.contains("verified") &&
         std::ranges::any_of(report["verified"], [&](const Json& row) {
           return row["file"] == file.string() && !row["is_right"].get<bool>();
         });
}

/// Rows of a table of files with what `find` adds. What is wrong with one does not hide the others.
template <class Find>
Json table_of(const std::vector<fs::path>& files, Json& report, Find find) {
  Json rows = Json::array();
  for (const auto& file : files) {
    Json row{{"file", file.string()}, {"bytes", size_of(file)}};
    try {
      find(row, file);
    } catch (const std::exception& error) {
      if (!is_known_as_damaged(report, file)) report["damage"].push_back(error.what());
    }
    rows.push_back(row);
  }
  return rows;
}

/// A table of files of which the description has these keys.
Json table_of_described(const std::vector<fs::path>& files, Json& report,
                        std::initializer_list<const char*> keys) {
  return table_of(files, report,
                  [&](Json& row, const fs::path& file) { take(row, describe_file(file), keys); });
}

Json checkpoints_in(const fs::path& folder, Json& report) {
  std::vector<fs::path> first_files;
  for (const auto& found : io::find_checkpoints(folder)) first_files.push_back(found.file);
  std::ranges::reverse(first_files);
  return table_of(first_files, report, [&](Json& row, const fs::path& file) {
    const Json described = describe_file(file);
    take(row, described, {"step", "time", "ranks", "case", "case_file", "version", "git"});
    row["n_files"] = described["files"].size();
    row["bytes"] = 0;
    for (const auto& part : described["files"])
      row["bytes"] = row["bytes"].get<std::uint64_t>() + part["bytes"].get<std::uint64_t>();
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

/// The object in a file; an empty one where there is none, or it is damaged.
Json object_in(const fs::path& file) {
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return Json::object();
  Json document = Json::parse(base::read_input(file), nullptr, false);
  return document.is_object() ? document : Json::object();
}

void add_summary(Json& report, const io::RunFolder& run) {
  if (const auto owner = io::owner_of(run); !owner.empty()) report["in_progress"] = owner;
  const Json summary = object_in(run.summary());
  report["is_summarised"] = !summary.empty();
  if (const auto found = summary.find("case"); found != summary.end() && found->is_object()) {
    if (found->contains("name")) report["case"] = (*found)["name"];
    if (found->contains("file")) report["case_file"] = (*found)["file"];
  }
  take(report, summary,
       {"version", "git", "ranks", "elements", "order", "points", "steps", "time", "wall_s",
        "seconds_per_step", "seconds_per_step_mean"});
  if (const Json last = last_step_in(run.steps()); last.is_object()) {
    report["last_step"] = {{"step", nullptr}, {"time", nullptr}};
    take(report["last_step"], last, {"step", "time"});
  }
}

/// Every file of a run that can be checked, folder by folder.
std::vector<fs::path> files_to_verify(const io::RunFolder& run) {
  std::vector<fs::path> files;
  for (const fs::path& folder : {run.path(), run.checkpoints(), run.fields(), run.stats(),
                                 run.probes(), run.forces(), run.monitors()}) {
    // Tables that the Python tools have made stand beside the statistics.
    const bool takes_tables = folder != run.stats();
    const auto found = files_in(folder, [&](const fs::path& file) {
      return io::is_checkable(file) && (takes_tables || file.extension() != ".csv");
    });
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

Json report_on_run(const io::RunFolder& run, bool verify) {
  Json report{{"path", run.path().string()}, {"kind", "run"}};
  report["damage"] = Json::array();
  if (verify)
    for (const auto& file : files_to_verify(run)) verify_file(report, file);
  add_summary(report, run);
  report["checkpoints"] = checkpoints_in(run.checkpoints(), report);
  if (!report["is_summarised"] && !report["checkpoints"].empty())
    take(report, Json(report["checkpoints"].back()),
         {"case", "case_file", "version", "git", "ranks"});
  report["fields"] =
      table_of_described(files_in(run.fields(), ends_with(".vtkhdf")), report, {"step", "time"});
  report["nek5000_fields"] =
      table_of_described(files_in(run.fields(), io::is_nek_field_name), report, {"step", "time"});
  report["statistics"] = table_of_described(files_in(run.stats(), ends_with(".h5")), report,
                                            {"start", "end", "samples", "averaged"});
  return report;
}

Json report_on_checkpoints(const fs::path& folder, bool verify) {
  Json report{{"path", folder.string()}, {"kind", "checkpoints"}, {"damage", Json::array()}};
  if (verify)
    for (const auto& file : files_in(folder, ends_with(".h5"))) verify_file(report, file);
  report["checkpoints"] = checkpoints_in(folder, report);
  if (report["checkpoints"].empty())
    throw base::Error(
        fmt::format("{}: neither a run folder nor one of checkpoints: it has no "
                    "run.log, steps.jsonl, summary.json or checkpoint_<step>.h5",
                    folder.string()));
  return report;
}

Json report_on_file(const fs::path& path, bool verify) {
  if (!verify) return describe_file(path);
  Json verdicts{{"damage", Json::array()}, {"verified", Json::array()}};
  verify_file(verdicts, path);
  Json report{{"path", path.string()}, {"kind", "damaged file"}};
  try {
    report = describe_file(path);
  } catch (const base::Error&) {
    if (verdicts["damage"].empty()) throw;
  }
  if (report.contains("files"))
    for (const auto& part : report["files"])
      if (part["file"] != path.string()) verify_file(verdicts, part["file"].get<std::string>());
  report.update(verdicts);
  return report;
}

}  // namespace

Json info_report(const fs::path& path, bool verify) {
  std::error_code ignored;
  if (!path.empty() && fs::symlink_status(path, ignored).type() == fs::file_type::not_found)
    throw base::Error(fmt::format("{}: no such file or folder", path.string()));
  if (!fs::is_directory(path, ignored)) return report_on_file(path, verify);
  const io::RunFolder run(path);
  return run.holds_run() ? report_on_run(run, verify) : report_on_checkpoints(path, verify);
}

}  // namespace lobatto::commands
