#include "machine/results/thresholds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace lobatto::machine {

namespace {

struct Unit {
  std::string_view name, base;
  double factor;
};
constexpr std::array units{
    Unit{"GB/s", "B/s", 1e9},       Unit{"MB/s", "B/s", 1e6},
    Unit{"TB/s", "B/s", 1e12},      Unit{"GFLOP/s", "FLOP/s", 1e9},
    Unit{"MFLOP/s", "FLOP/s", 1e6}, Unit{"TFLOP/s", "FLOP/s", 1e12},
    Unit{"us", "s", 1e-6},          Unit{"ns", "s", 1e-9},
    Unit{"ms", "s", 1e-3},          Unit{"s", "s", 1},
    Unit{"kB", "B", 1e3},           Unit{"MB", "B", 1e6},
    Unit{"GB", "B", 1e9},           Unit{"million/s", "1/s", 1e6},
    Unit{"thousand/s", "1/s", 1e3}, Unit{"1/s", "1/s", 1},
};

const Unit* find_unit(std::string_view name) {
  const auto found = std::ranges::find(units, name, &Unit::name);
  return found == units.end() ? nullptr : &*found;
}

/// One demand on all places.
struct Demand {
  double limit;
  bool is_least;  ///< else the most
  std::string text;
};

void judge_places(const Measurement& m, const Demand& demand, std::vector<Failure>& failures) {
  for (const Site& site : m.sites) {
    const double value = site.value();
    if (demand.is_least ? value >= demand.limit : value <= demand.limit) continue;
    failures.push_back(
        {m.quantity.name, site.rank, site.partner, value, m.quantity.unit, demand.text});
  }
}

/// Not worse than `reference` by more than `share`.
Demand near(const Measurement& m, double reference, double share, std::string_view what) {
  const bool larger = m.quantity.better == Better::larger;
  return {reference * (larger ? 1 - share : 1 + share), larger,
          fmt::format("within {:g} % of {}, {:.4g}{}{}", 100 * share, what, reference,
                      m.quantity.unit.empty() ? "" : " ", m.quantity.unit)};
}

void judge_measurement(const Measurement& m, const Threshold& t, const Baseline* baseline,
                       std::vector<Failure>& failures) {
  const auto amount = [&](double value) {
    return fmt::format("{:g}{}{}", value, m.quantity.unit.empty() ? "" : " ", m.quantity.unit);
  };
  if (t.at_least) judge_places(m, {*t.at_least, true, "at least " + amount(*t.at_least)}, failures);
  if (t.at_most) judge_places(m, {*t.at_most, false, "at most " + amount(*t.at_most)}, failures);
  if (t.within) judge_places(m, near(m, m.best(), *t.within, "the best"), failures);
  if (!t.within_baseline || baseline == nullptr) return;
  if (const Measurement* before = baseline->find(m.quantity.name))
    judge_places(m, near(m, median(before->values()), *t.within_baseline, "the baseline"),
                 failures);
}

}  // namespace

std::optional<double> unit_factor(const std::string& from, const std::string& to) {
  if (from == to) return 1;
  const Unit *const a = find_unit(from), *const b = find_unit(to);
  if (a == nullptr || b == nullptr || a->base != b->base) return std::nullopt;
  return a->factor / b->factor;
}

std::vector<Failure> judge(const Report& report, std::span<const Threshold> thresholds,
                           const Baseline* baseline) {
  std::vector<Failure> failures;
  for (const Threshold& threshold : thresholds)
    if (const Measurement* m = report.find(threshold.measurement))
      judge_measurement(*m, threshold, baseline, failures);
  return failures;
}

std::vector<std::string> not_measured(const Report& report, std::span<const Threshold> thresholds) {
  std::vector<std::string> names;
  for (const Threshold& threshold : thresholds)
    if (report.find(threshold.measurement) == nullptr) names.push_back(threshold.measurement);
  return names;
}

}  // namespace lobatto::machine
