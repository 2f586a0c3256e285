#include "machine/results/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/input_file.hpp"

namespace lobatto::machine {

namespace {

using Json = nlohmann::ordered_json;

Measurement measurement_of(const Json& row) {
  Measurement m;
  m.quantity.name = row.at("name").get<std::string>();
  m.quantity.unit = row.at("unit").get<std::string>();
  m.quantity.better = row.at("better") == "larger" ? Better::larger : Better::smaller;
  for (const auto& value : row.at("values")) {
    m.sites.push_back({value.at("rank").get<int>(), value.value("partner", -1), {}});
    for (const auto& repeat : value.at("repeats"))
      if (repeat.is_number()) m.sites.back().repeats.push_back(repeat.get<double>());
  }
  if (row.contains("averages")) {
    m.all.emplace();
    m.all->summary.count = row.at("places").get<std::size_t>();
    m.all->averages = row.at("averages").get<std::vector<double>>();
  }
  return m;
}

/// Host and processors of every rank; empty where not all are there.
Allocation machine_of(const Json& cores) {
  Allocation machine;
  for (const auto& core : cores) {
    if (!core.contains("processors")) return {};
    machine.seats.push_back({core.at("host").get<std::string>(), core.at("core").get<int>(),
                             core.at("processors").get<std::string>()});
  }
  return machine;
}

bool has_all_ranks(const Baseline& baseline) {
  const int n_ranks = baseline.machine.n_ranks();
  return std::ranges::all_of(baseline.measurements, [&](const Measurement& m) {
    return std::ranges::all_of(m.sites, [&](const Site& site) {
      return site.rank >= 0 && std::max(site.rank, site.partner) < n_ranks;
    });
  });
}

/// Why the work was not the same; empty when it was.
std::string other_size(const Report& report, const Baseline& baseline, const std::string& size) {
  if (size.empty()) return {};
  const Measurement *const now = report.find(size), *const before = baseline.find(size);
  if (now == nullptr || before == nullptr) return size + " is not known";
  const double a = median(now->values()), b = median(before->values());
  return a == b ? "" : fmt::format("{} is {:g} and was {:g}", size, a, b);
}

}  // namespace

const Measurement* Baseline::find(const std::string& name) const {
  const auto found = std::ranges::find_if(
      measurements, [&](const Measurement& m) { return m.quantity.name == name; });
  return found == measurements.end() ? nullptr : &*found;
}

Baseline read_baseline(const std::filesystem::path& file) {
  const std::string text = base::read_input(file);
  try {
    const Json json = Json::parse(text);
    Baseline baseline;
    for (const auto& row : json.at("rows")) baseline.measurements.push_back(measurement_of(row));
    baseline.machine = machine_of(json.value("cores", Json::array()));
    if (!baseline.machine.seats.empty() && !has_all_ranks(baseline))
      throw base::Error(
          fmt::format("{}: not a report of lobatto health: \"cores\" lacks ranks", file.string()));
    return baseline;
  } catch (const Json::exception& error) {
    throw base::Error(
        fmt::format("{}: not a report of lobatto health: {}", file.string(), error.what()));
  }
}

std::filesystem::path baseline_file(const std::filesystem::path& folder, const std::string& name) {
  const bool is_plain = std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
  });
  if (name.empty() || name.front() == '.' || !is_plain)
    throw base::Error(fmt::format(
        "'{}' is no name for a baseline: expected letters, digits, '-', '_' and '.'", name));
  return folder / (name + ".json");
}

Change compare(const Measurement& now, const Measurement& before) {
  constexpr double least_change = 0.02;
  Change change;
  change.measurement = now.quantity.name;
  change.unit = now.quantity.unit;
  const std::size_t n_now = now.summary().count, n_before = before.summary().count;
  if (n_now != n_before) change.note = fmt::format("{} places, there were {}", n_now, n_before);
  if (now.quantity.unit != before.quantity.unit) change.note = "the unit is another";
  const auto values_now = now.averages(), values_before = before.averages();
  change.now = median(values_now);
  change.before = median(values_before);
  change.interval_now = median_interval(values_now);
  change.interval_before = median_interval(values_before);
  change.is_changed = change.note.empty() && !change.interval_now.meets(change.interval_before) &&
                      std::abs(change.now - change.before) > least_change * std::abs(change.before);
  change.is_worse = change.is_changed && now.is_worse(change.now, change.before);
  return change;
}

std::vector<Change> compare(const Report& report, const Baseline& baseline) {
  std::vector<Change> changes;
  for (const TrialResult& result : report.results)
    for (const Measurement& now : result.measurements) {
      const Measurement* const before = baseline.find(now.quantity.name);
      if (before == nullptr) continue;
      Change change = compare(now, *before);
      if (auto note = other_size(report, baseline, now.quantity.comparable_with); !note.empty()) {
        change.note = note;
        change.is_changed = change.is_worse = false;
      }
      changes.push_back(std::move(change));
    }
  return changes;
}

}  // namespace lobatto::machine
