#include "app/health_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/progress.hpp"
#include "app/put_text.hpp"
#include "app/spelling.hpp"
#include "base/error.hpp"
#include "health/report_json.hpp"
#include "health/report_table.hpp"
#include "health/runner.hpp"
#include "io/text_file.hpp"
#include "lobatto/version.hpp"

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

/// One line on a terminal, on the error stream so that the report can be piped away.
health::ProgressObserver progress_line(double budget) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [budget](const std::string& title, double fraction) {
    put_text(stderr,
             fmt::format("\r\033[K{:3.0f} %  {}  ETA {}", std::floor(100 * std::min(fraction, 1.0)),
                         title, format_duration(budget * std::max(0.0, 1.0 - fraction))));
  };
}

void print_head(const health::Report& report) {
  const auto hosts = report.machine.hosts();
  fmt::print("{} rank{} on {} node{}{}\n", report.machine.n_ranks(),
             report.machine.n_ranks() == 1 ? "" : "s", hosts.size(), hosts.size() == 1 ? "" : "s",
             hosts.size() > 8 ? "" : fmt::format(": {}", fmt::join(hosts, ", ")));
}

void print_failures(const std::vector<health::Failure>& failures, const health::Machine& machine) {
  if (failures.empty()) return;
  fmt::print("\nnot accepted:\n");
  for (const auto& failure : failures) fmt::print("  {}\n", describe(failure, machine));
}

nlohmann::ordered_json document(const health::Report& report,
                                const std::vector<health::Failure>& failures) {
  nlohmann::ordered_json json{
      {"version", version::number}, {"git", version::git}, {"mpi", comm::mpi_library_version()}};
  json.update(as_json(report, failures));
  return json;
}

}  // namespace

int health_command(const HealthOptions& options, const health::StartUp& start_up,
                   const comm::Communicator& communicator) {
  const auto trials = chosen_trials(options.tests);
  const bool speaks = communicator.rank() == 0;
  const auto report = health::run_trials(trials, {communicator, start_up}, options.budget,
                                         progress_line(options.budget));
  std::vector<health::Failure> failures;
  nlohmann::ordered_json json;
  if (speaks) {
    if (isatty(STDERR_FILENO) != 0) put_text(stderr, "\r\033[K");
    failures = judge_limits(report);
    print_head(report);
    fmt::print("\n{}", format_table(report, options.details));
    print_failures(failures, report.machine);
    fmt::print("\n{:.1f} s of {:g} s\n", report.seconds, options.budget);
    json = document(report, failures);
  }
  if (options.json_file) io::write_json(*options.json_file, json, communicator);
  return communicator.max(failures.empty() ? 0.0 : 1.0) > 0 ? 1 : 0;
}

}  // namespace lobatto::app
