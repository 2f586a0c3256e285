#include "machine/results/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lobatto::machine {

namespace {

double percent(const Change& c) { return 100 * (c.now / c.before - 1); }

const char* verdict(const Change& c) {
  if (!c.note.empty()) return "not compared";
  return !c.is_changed ? "unchanged" : c.is_worse ? "worse" : "better";
}

}  // namespace

std::string format_changes(std::span<const Change> changes) {
  std::vector<Change> changed;
  std::string notes;
  std::size_t n_unchanged = 0;
  for (const Change& c : changes) {
    if (!c.note.empty()) {
      notes += fmt::format("  {:<24} not compared: {}\n", c.measurement, c.note);
    } else if (c.is_changed) {
      changed.push_back(c);
    } else {
      ++n_unchanged;
    }
  }
  std::ranges::stable_sort(changed, [](const Change& a, const Change& b) {
    return std::abs(std::log(a.now / a.before)) > std::abs(std::log(b.now / b.before));
  });
  std::string text;
  for (const Change& c : changed)
    text += fmt::format("  {:<24} {:>10.4g} was {:>10.4g} {:<9} {:+7.1f} %  {}\n", c.measurement,
                        c.now, c.before, c.unit, percent(c), verdict(c));
  return fmt::format("{}{}  {} unchanged\n", text, notes, n_unchanged);
}

nlohmann::ordered_json changes_as_json(std::span<const Change> changes) {
  auto rows = nlohmann::ordered_json::array();
  for (const Change& c : changes) {
    rows.push_back({{"measurement", c.measurement},
                    {"unit", c.unit},
                    {"before", c.before},
                    {"now", c.now},
                    {"ratio", c.now / c.before},
                    {"verdict", verdict(c)}});
    if (!c.note.empty()) rows.back()["note"] = c.note;
  }
  return rows;
}

}  // namespace lobatto::machine
