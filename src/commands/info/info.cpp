#include "commands/info/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <ranges>
#include <string>
#include <vector>

#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"

namespace lobatto::commands {

namespace {

using Json = nlohmann::ordered_json;

double megabytes(const Json& row, const char* key) { return 1e-6 * row.value(key, 0.0); }

/// "1.12", or nothing where nothing is stored.
std::string ratio_text(const Json& row) {
  const double stored = row.value("stored_bytes", 0.0);
  return stored > 0 ? fmt::format("{:.3f}", row.value("bytes", 0.0) / stored) : "";
}

std::string shape_text(const Json& shape) {
  std::string text;
  for (const auto& length : shape)
    text += fmt::format("{}{}", text.empty() ? "" : "x", length.get<std::uint64_t>());
  return text.empty() ? "1" : text;
}

/// A number or a text of the report as a value of a table.
std::string value_text(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.8g}", value.get<double>());
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "-";
  return value.dump();
}

/// The same in a table, where six digits do.
std::string cell_text(const Json& value) {
  return value.is_number_float() ? fmt::format("{:.6g}", value.get<double>()) : value_text(value);
}

/// What people read in the place of a key: its own name, but for those that only programs like.
std::string label_of(const std::string& key) {
  if (key == "is_summarised") return "ended";
  return key.starts_with("n_") ? key.substr(2) : key;
}

/// "mesh.order=9 time.end=2", as the command line had it.
std::string overrides_text(const std::string& json) {
  const Json overrides = Json::parse(json, nullptr, false);
  if (!overrides.is_object()) return json;
  std::string text;
  for (const auto& [key, value] : overrides.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value_text(value));
  return text;
}

/// A value of the report beside its key: "42 s", where the key is one of seconds.
std::string head_text(const std::string& key, const Json& value) {
  if (key == "overrides") return overrides_text(value_text(value));
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (key == "wall_s" || key.starts_with("seconds"))
    return fmt::format("{:.4g} s", value.get<double>());
  return value_text(value);
}

/// The scalars of the report, name by name.
void print_head(const Json& report) {
  fmt::print("{}: {}\n\n", report["path"].get<std::string>(), report["kind"].get<std::string>());
  for (const auto& [key, value] : report.items())
    if (key != "path" && key != "kind" && key != "bytes" && key != "stored_bytes" &&
        (!value.is_structured() || key == "last_step"))
      fmt::print("  {:<22} {}\n", label_of(key),
                 key == "last_step" ? fmt::format("{}, t = {}", value_text(value["step"]),
                                                  value_text(value["time"]))
                                    : head_text(key, value));
}

using Cells = std::vector<std::string>;

/// Rows under a heading, each column as wide as what it holds, 0 where that is nothing.
std::vector<std::size_t> widths_of(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (std::size_t c = 0; c < widths.size(); ++c) {
    for (const auto& row : rows | std::views::drop(1))
      widths[c] = std::max(widths[c], row[c].size());
    if (widths[c] > 0) widths[c] = std::max(widths[c], rows.front()[c].size());
  }
  return widths;
}

/// Words on the left, then numbers; no column without any.
void print_table(const std::vector<Cells>& rows) {
  const auto widths = widths_of(rows);
  fmt::print("\n");
  for (const auto& row : rows) {
    fmt::print("  {:<{}}", row[0], widths[0]);
    for (std::size_t c = 1; c < row.size(); ++c)
      if (widths[c] > 0) fmt::print("  {:>{}}", row[c], widths[c]);
    fmt::print("\n");
  }
}

std::string megabytes_text(const Json& row, const char* key) {
  const double size = megabytes(row, key);
  return fmt::format("{:.{}f}", size, size < 100 ? 3 : 0);
}

/// The file of a row from the folder on that the report is of, or that its file is in.
std::string file_text(const Json& report, const Json& row) {
  namespace fs = std::filesystem;
  const fs::path file = row["file"].get<std::string>(), path = report["path"].get<std::string>();
  std::error_code ignored;
  const auto name =
      file.lexically_relative(fs::is_directory(path, ignored) ? path : path.parent_path());
  return name.empty() || *name.begin() == ".." ? file.string() : name.string();
}

void print_datasets(const Json& report) {
  std::vector<Cells> rows{{"dataset", "shape", "type", "MB", "disk", "ratio", "sums"}};
  for (const auto& row : report["datasets"])
    rows.push_back({row["dataset"].get<std::string>(), shape_text(row["shape"]),
                    row["type"].get<std::string>(), megabytes_text(row, "bytes"),
                    megabytes_text(row, "stored_bytes"), ratio_text(row),
                    row["checksums"].get<bool>() ? "yes" : ""});
  rows.push_back({"all", "", "", megabytes_text(report, "bytes"),
                  megabytes_text(report, "stored_bytes"), ratio_text(report), ""});
  print_table(rows);
}

/// columns: keys of the rows.
void print_files(const Json& report, const char* key, std::initializer_list<const char*> columns) {
  if (!report.contains(key) || report[key].empty()) return;
  std::vector<Cells> rows{{label_of(key), "MB"}};
  for (const char* column : columns) rows[0].push_back(label_of(column));
  for (const auto& row : report[key]) {
    Cells cells{file_text(report, row), megabytes_text(row, "bytes")};
    for (const char* column : columns) cells.push_back(cell_text(row.value(column, Json())));
    rows.push_back(cells);
  }
  print_table(rows);
}

/// A line for each file that was looked at, and what follows from all of them.
void print_verdicts(const Json& report) {
  std::vector<Cells> rows{{"verified", "MB", "check sums", "is"}};
  for (const auto& row : report["verified"])
    rows.push_back({file_text(report, row), megabytes_text(row, "bytes"),
                    value_text(row["check_sums"]),
                    row["is_right"].get<bool>() ? "right" : "DAMAGED"});
  print_table(rows);
  if (!report["damage"].empty()) return;
  const auto n_files = report["verified"].size();
  const auto n_without = static_cast<std::size_t>(std::ranges::count(
      report["verified"], Json("none"), [](const Json& row) { return row["check_sums"]; }));
  fmt::print("\n");
  if (n_without < n_files) fmt::print("  all check sums are right\n");
  if (n_without > 0)
    fmt::print("  {} of {} files {} no check sums, but the right form\n", n_without, n_files,
               n_without == 1 ? "has" : "have");
}

void print_description(const Json& report) {
  print_head(report);
  print_files(report, "files", {});
  if (report.contains("datasets")) print_datasets(report);
  print_files(report, "checkpoints", {"step", "time", "ranks", "n_files"});
  print_files(report, "fields", {"step", "time"});
  print_files(report, "nek5000_fields", {"step", "time"});
  print_files(report, "statistics", {"start", "end", "samples", "averaged"});
  if (report.contains("verified")) print_verdicts(report);
}

/// All that is wrong, a line each.
std::string problem_of(const Json& report) {
  std::string text;
  for (const auto& line : report.value("damage", Json::array()))
    text += fmt::format("{}{}", text.empty() ? "" : "\n", line.get<std::string>());
  return text;
}

}  // namespace

int info_command(const InfoOptions& options, const comm::Communicator& communicator) {
  Json report;
  std::string problem;
  comm::on_root(communicator, [&] {
    report = info_report(options.path, options.verify);
    print_description(report);
    problem = problem_of(report);
  });
  if (options.json_file) io::write_json(*options.json_file, report, communicator);
  comm::throw_together(communicator, problem);
  return 0;
}

}  // namespace lobatto::commands
