#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "machine/machine.hpp"
#include "machine/results/measurement.hpp"

namespace lobatto::machine {

/// What one trial found.
struct TrialResult {
  std::string name, title;
  std::string skipped;  ///< why it did not run; empty when it did
  std::vector<Measurement> measurements;
};

/// A measurement that is not as good as it has to be.
struct Failure {
  std::string measurement;
  int rank = 0, partner = -1;
  double value = 0;
  std::string unit;
  std::string demand;  ///< "at least 10 GB/s"
};

/// Everything that was measured. Only rank 0 has it.
struct Report {
  Allocation machine;
  double budget = 0, seconds = 0;
  std::vector<TrialResult> results;

  /// By name, or null.
  [[nodiscard]] const Measurement* find(const std::string& name) const;
};

/// What falls short of the limits that quantities have by themselves.
std::vector<Failure> judge_limits(const Report& report);

/// "the measured value, unit and demand of a failure": "rank 1 (node4, core 3): stream_triad is
/// 3.21 GB/s, must be at least 10 GB/s".
std::string describe(const Failure& failure, const Allocation& machine);

/// For people: a block of lines for each test, with minimum, maximum, average and standard
/// deviation over the places, and the places that fall behind. `details`: all rows.
std::string format_table(const Report& report, bool details);

/// {"ranks", "nodes", "hosts", "cores": [{"rank", "host", "core"}], "budget", "seconds", "rows",
/// "skipped", "failures"}. A row: "test", "name", "unit", "better", "per", "places", "repeats",
/// "minimum", "maximum", "average", "standard_deviation", "median", with counted traffic
/// "gbs_average", then "outliers" and "values" as [{"rank", "partner", "host", "value"}]; values
/// also have all their "repeats".
nlohmann::ordered_json as_json(const Report& report, std::span<const Failure> failures);

}  // namespace lobatto::machine
