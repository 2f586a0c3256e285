#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "machine/results/measurement.hpp"
#include "machine/results/report.hpp"

namespace lobatto::machine {

/// What was measured before: all repeats at all places.
struct Baseline {
  std::vector<Measurement> measurements;
  /// No seats where the file does not say what the ranks were bound to, as old ones do not.
  Allocation machine = {};

  /// By name, or null.
  [[nodiscard]] const Measurement* find(const std::string& name) const;
};

/// What as_json(report) wrote. Throws base::Error that names the file where it cannot be read or is
/// no such report.
Baseline read_baseline(const std::filesystem::path& file);

/// The file of a baseline: <folder>/<name>.json. Throws base::Error where the name is not made of
/// letters, digits, '-', '_' and '.', or begins with a dot.
std::filesystem::path baseline_file(const std::filesystem::path& folder, const std::string& name);

/// How a measurement differs from its baseline.
struct Change {
  std::string measurement, unit;
  double before = 0, now = 0;  ///< medians over the repeats of the average over the places
  Interval interval_before, interval_now;
  bool is_changed = false, is_worse = false;
  std::string note;  ///< why it cannot be compared; empty when it can
};

/// Compares what both have, in the order of the report. A measurement has changed when the
/// intervals of the two medians (median_interval) do not meet and the medians are more than 2 %
/// apart, which is what equal runs of one machine may differ by. Measurements of another number of
/// places, or of work of another size (Measurand::comparable_with), are told and not compared.
std::vector<Change> compare(const Report& report, const Baseline& baseline);

/// The same for two measurements alone.
Change compare(const Measurement& now, const Measurement& before);

/// For people: what has changed, largest first, what cannot be compared, and how many rows have
/// not changed.
std::string format_changes(std::span<const Change> changes);

/// [{"measurement", "unit", "before", "now", "ratio", "verdict"}], the verdict one of "unchanged",
/// "better", "worse" and "not compared", this with a "note".
nlohmann::ordered_json changes_as_json(std::span<const Change> changes);

}  // namespace lobatto::machine
