#include "commands/info/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

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
    text += fmt::format("{}{}", text.empty() ? "" : " x ", length.get<std::uint64_t>());
  return text.empty() ? "1" : text;
}

/// A number or a text of the report as a value of a table.
std::string value_text(const Json& value) {
  if (value.is_number_float()) return fmt::format("{:.8g}", value.get<double>());
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "-";
  return value.dump();
}

/// The scalars of the report, name by name.
void print_head(const Json& report) {
  fmt::print("{}: {}\n\n", report["path"].get<std::string>(), report["kind"].get<std::string>());
  for (const auto& [key, value] : report.items())
    if (key != "path" && key != "kind" && key != "bytes" && key != "stored_bytes" &&
        (!value.is_structured() || key == "last_step"))
      fmt::print("  {:<20} {}\n", key,
                 key == "last_step" ? fmt::format("{}, t = {}", value_text(value["step"]),
                                                  value_text(value["time"]))
                                    : value_text(value));
}

void print_datasets(const Json& report) {
  fmt::print("\n  {:<52} {:>16} {:>8} {:>10} {:>10} {:>7}  {}\n", "dataset", "shape", "type", "MB",
             "stored", "ratio", "check sums");
  for (const auto& row : report["datasets"])
    fmt::print(
        "  {:<52} {:>16} {:>8} {:>10.3f} {:>10.3f} {:>7}  {}\n", row["dataset"].get<std::string>(),
        shape_text(row["shape"]), row["type"].get<std::string>(), megabytes(row, "bytes"),
        megabytes(row, "stored_bytes"), ratio_text(row), row["checksums"].get<bool>() ? "yes" : "");
  fmt::print("  {:<52} {:>16} {:>8} {:>10.3f} {:>10.3f} {:>7}\n", "all", "", "",
             megabytes(report, "bytes"), megabytes(report, "stored_bytes"), ratio_text(report));
}

/// columns: keys of the rows.
void print_files(const Json& report, const char* key, std::initializer_list<const char*> columns) {
  if (!report.contains(key) || report[key].empty()) return;
  fmt::print("\n  {:<52} {:>10}", key, "MB");
  for (const char* column : columns) fmt::print(" {:>14}", column);
  fmt::print("\n");
  for (const auto& row : report[key]) {
    fmt::print("  {:<52} {:>10.3f}", row["file"].get<std::string>(), megabytes(row, "bytes"));
    for (const char* column : columns) fmt::print(" {:>14}", value_text(row.value(column, Json())));
    fmt::print("\n");
  }
}

/// A line for each file that was looked at, and what follows from all of them.
void print_verdicts(const Json& report) {
  fmt::print("\n  {:<52} {:>10}  {:<10}  {}\n", "verified", "MB", "check sums", "is");
  for (const auto& row : report["verified"])
    fmt::print("  {:<52} {:>10.3f}  {:<10}  {}\n", row["file"].get<std::string>(),
               megabytes(row, "bytes"), value_text(row["check_sums"]),
               row["is_right"].get<bool>() ? "right" : "DAMAGED");
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
