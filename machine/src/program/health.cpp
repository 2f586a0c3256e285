#include "program/health.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "case/document/spelling.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "io/text_file.hpp"
#include "machine/results/report.hpp"
#include "machine/runner.hpp"
#include "program/health_baselines.hpp"
#include "program/health_output.hpp"
#include "program/health_thresholds.hpp"

namespace lobatto::program {

namespace {

/// In the order of the kinds, whatever the order on the command line.
std::vector<machine::TrialKind> chosen_trials(const std::vector<std::string>& names) {
  const auto& all = machine::trial_kinds();
  if (names.empty()) return all;
  std::vector<std::string> known;
  for (const auto& kind : all) known.push_back(kind.name);
  for (const auto& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw base::Error(fmt::format("--tests: there is no test '{}'{}", name,
                                    cases::suggestion_or_list(name, known, "; there are ")));
  std::vector<machine::TrialKind> chosen;
  for (const auto& kind : all)
    if (std::ranges::find(names, kind.name) != names.end()) chosen.push_back(kind);
  return chosen;
}

void print_failures(const std::vector<machine::Failure>& failures,
                    const machine::Allocation& machine) {
  if (failures.empty()) return;
  fmt::print("\nnot accepted:\n");
  for (const auto& failure : failures) fmt::print("  {}\n", describe(failure, machine));
}

/// Every quantity that any test can measure.
std::vector<machine::Measurand> known_quantities() {
  std::vector<machine::Measurand> all;
  for (const auto& kind : machine::trial_kinds())
    for (auto& quantity : kind.quantities()) all.push_back(std::move(quantity));
  return all;
}

/// All that a run is held against, read and checked before anything is measured.
struct Demands {
  std::vector<machine::Threshold> thresholds;
  HealthBaselines baselines;
};

void require_baseline(const Demands& demands, const std::string& file) {
  const bool is_needed = std::ranges::any_of(demands.thresholds, [](const auto& threshold) {
    return threshold.within_baseline.has_value();
  });
  if (is_needed && demands.baselines.before() == nullptr)
    throw base::Error(file + ": within_baseline needs a baseline: name one with --compare");
}

Demands read_demands(const HealthOptions& options) {
  Demands demands{{}, HealthBaselines(options.baselines)};
  if (options.thresholds_file) {
    demands.thresholds = read_thresholds(*options.thresholds_file, known_quantities());
    require_baseline(demands, options.thresholds_file->string());
  }
  return demands;
}

/// Prints the report and what it is held against. On rank 0.
nlohmann::ordered_json tell(const machine::Report& report, const Demands& demands, bool details,
                            bool& is_accepted) {
  auto failures = judge_limits(report);
  for (auto& failure : judge(report, demands.thresholds, demands.baselines.before()))
    failures.push_back(std::move(failure));
  is_accepted = failures.empty();
  print_machine(report.machine);
  fmt::print("\n{}", format_table(report, details));
  auto json = health_document(report, failures);
  demands.baselines.tell_changes(report, json);
  for (const auto& name : not_measured(report, demands.thresholds))
    fmt::print("\n{}: has a threshold, and was not measured\n", name);
  print_failures(failures, report.machine);
  if (is_accepted && !demands.thresholds.empty()) fmt::print("\naccepted\n");
  fmt::print("\n{:.1f} s of {:g} s\n", report.seconds, report.budget);
  return json;
}

}  // namespace

int health_command(const HealthOptions& options, const machine::StartUp& start_up,
                   const comm::Communicator& communicator) {
  const auto trials = chosen_trials(options.tests);
  Demands demands;
  comm::on_all(communicator, [&] { demands = read_demands(options); });
  const auto report = machine::run_trials(trials, {communicator, start_up}, options.budget,
                                          health_progress(options.budget));
  nlohmann::ordered_json json;
  bool is_accepted = true;
  if (communicator.rank() == 0) {
    end_health_progress();
    json = tell(report, demands, options.details, is_accepted);
    std::fflush(stdout);
  }
  if (options.json_file) io::write_json(*options.json_file, json, communicator);
  demands.baselines.save(json, communicator);
  return communicator.max(is_accepted ? 0.0 : 1.0) > 0 ? 1 : 0;
}

}  // namespace lobatto::program
