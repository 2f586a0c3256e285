#include "app/health_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/health_output.hpp"
#include "app/health_thresholds.hpp"
#include "app/spelling.hpp"
#include "base/error.hpp"
#include "health/change_table.hpp"
#include "health/report_json.hpp"
#include "health/report_table.hpp"
#include "health/runner.hpp"
#include "io/collective.hpp"
#include "io/text_file.hpp"

namespace lobatto::app {

namespace {

/// In the order of the kinds, whatever the order on the command line.
std::vector<health::TrialKind> chosen_trials(const std::vector<std::string>& names) {
  const auto& all = health::trial_kinds();
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const auto& kind : all) known.push_back(kind.name);
  for (const auto& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw base::Error(fmt::format("--tests: there is no test '{}'{}", name,
                                    suggestion_or_list(name, known, "; there are ")));
  std::vector<health::TrialKind> chosen;
  for (const auto& kind : all)
    if (std::ranges::find(names, kind.name) != names.end()) chosen.push_back(kind);
  return chosen;
}

void print_failures(const std::vector<health::Failure>& failures, const health::Machine& machine) {
  if (failures.empty()) return;
  fmt::print("\nnot accepted:\n");
  for (const auto& failure : failures) fmt::print("  {}\n", describe(failure, machine));
}

/// Every quantity that any test can measure.
std::vector<health::Quantity> known_quantities() {
  std::vector<health::Quantity> all;
  for (const auto& kind : health::trial_kinds())
    for (auto& quantity : kind.quantities()) all.push_back(std::move(quantity));
  return all;
}

/// As the XDG Base Directory Specification places what users keep.
std::filesystem::path baseline_folder(const HealthOptions& options) {
  if (options.baselines) return *options.baselines;
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data != '\0')
    return std::filesystem::path(data) / "lobatto/health";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0')
    return std::filesystem::path(home) / ".local/share/lobatto/health";
  throw base::Error("neither XDG_DATA_HOME nor HOME is set: say with --baselines where they are");
}

/// All that a run is held against, read and checked before anything is measured.
struct Demands {
  std::vector<health::Threshold> thresholds;
  std::optional<health::Baseline> baseline;
  std::optional<std::filesystem::path> save_to;

  [[nodiscard]] const health::Baseline* before() const { return baseline ? &*baseline : nullptr; }
};

void require_baseline(const Demands& demands, const std::string& file) {
  const bool is_needed = std::ranges::any_of(demands.thresholds, [](const auto& threshold) {
    return threshold.within_baseline.has_value();
  });
  if (is_needed && !demands.baseline)
    throw base::Error(file + ": within_baseline needs a baseline: name one with --compare");
}

/// Throws base::Error with the baselines that there are.
health::Baseline find_baseline(const std::filesystem::path& folder, const std::string& name) {
  namespace fs = std::filesystem;
  const fs::path file = health::baseline_file(folder, name);
  std::error_code ignored;
  if (fs::exists(file, ignored)) return health::read_baseline(file);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  throw base::Error(
      fmt::format("--compare {}: there is no {}{}", name, file.string(),
                  names.empty() ? "" : suggestion_or_list(name, names, "; there are ")));
}

Demands read_demands(const HealthOptions& options) {
  Demands demands;
  if (options.compare) demands.baseline = find_baseline(baseline_folder(options), *options.compare);
  if (options.thresholds_file) {
    demands.thresholds = read_thresholds(*options.thresholds_file, known_quantities());
    require_baseline(demands, options.thresholds_file->string());
  }
  if (options.save) {
    demands.save_to = health::baseline_file(baseline_folder(options), *options.save);
    if (!options.force && std::filesystem::exists(*demands.save_to))
      throw base::Error(fmt::format("--save {}: {} exists; --force replaces it", *options.save,
                                    demands.save_to->string()));
  }
  return demands;
}

nlohmann::ordered_json document(const health::Report& report,
                                const std::vector<health::Failure>& failures) {
  auto json = health_head();
  json.update(as_json(report, failures));
  return json;
}

/// Prints the report and what it is held against. On rank 0.
nlohmann::ordered_json tell(const health::Report& report, const Demands& demands, bool details,
                            bool& is_accepted) {
  auto failures = judge_limits(report);
  for (auto& failure : judge(report, demands.thresholds, demands.before()))
    failures.push_back(std::move(failure));
  is_accepted = failures.empty();
  print_machine(report.machine);
  fmt::print("\n{}", format_table(report, details));
  auto json = document(report, failures);
  if (demands.baseline) {
    const auto changes = compare(report, *demands.baseline);
    fmt::print("\nagainst the baseline:\n{}", health::format_changes(changes));
    json["changes"] = health::changes_as_json(changes);
  }
  for (const auto& name : not_measured(report, demands.thresholds))
    fmt::print("\n{}: has a threshold, and was not measured\n", name);
  print_failures(failures, report.machine);
  if (is_accepted && !demands.thresholds.empty()) fmt::print("\naccepted\n");
  fmt::print("\n{:.1f} s of {:g} s\n", report.seconds, report.budget);
  return json;
}

void save_baseline(const std::filesystem::path& file, const nlohmann::ordered_json& json,
                   const comm::Communicator& communicator) {
  io::on_root(communicator, [&] {
    std::error_code reason;
    std::filesystem::create_directories(file.parent_path(), reason);
    if (reason)
      throw base::Error(
          fmt::format("cannot make {}: {}", file.parent_path().string(), reason.message()));
  });
  io::write_json(file, json, communicator);
  if (communicator.rank() == 0) fmt::print("baseline: {}\n", file.string());
}

}  // namespace

int health_command(const HealthOptions& options, const health::StartUp& start_up,
                   const comm::Communicator& communicator) {
  const auto trials = chosen_trials(options.tests);
  Demands demands;
  io::on_all(communicator, [&] { demands = read_demands(options); });
  const auto report = health::run_trials(trials, {communicator, start_up}, options.budget,
                                         health_progress(options.budget));
  nlohmann::ordered_json json;
  bool is_accepted = true;
  if (communicator.rank() == 0) {
    end_health_progress();
    json = tell(report, demands, options.details, is_accepted);
    std::fflush(stdout);
  }
  if (options.json_file) io::write_json(*options.json_file, json, communicator);
  if (demands.save_to) save_baseline(*demands.save_to, json, communicator);
  return communicator.max(is_accepted ? 0.0 : 1.0) > 0 ? 1 : 0;
}

}  // namespace lobatto::app
