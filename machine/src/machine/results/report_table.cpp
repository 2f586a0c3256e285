#include "machine/results/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lobatto::machine {

namespace {

/// Five digits, as many after the point as fit.
std::string number(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

/// Counted, on average; nothing where it is not counted.
std::string traffic(const Measurement& m, const Summary& summary) {
  const double factor = m.quantity.gbs_per_unit;
  return factor > 0 ? number(factor * summary.average) : "";
}

std::string row(const Measurement& m, std::size_t width) {
  const Summary s = m.summary();
  std::string line = fmt::format(
      "  {:<{}} {:>10} {:>10} {:>10} {:>9}  {:<9} {:>5} x {:<4} {:>4} {:>9}", m.quantity.name,
      width, number(s.minimum), number(s.maximum), number(s.average), number(s.standard_deviation),
      m.quantity.unit, s.count, name_of(m.quantity.per), m.n_repeats(), traffic(m, s));
  return line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

std::string outlier_lines(const Measurement& m, const Allocation& machine) {
  constexpr std::size_t n_shown = 10;
  std::string text;
  auto behind = m.outliers();
  std::ranges::sort(behind, [&](std::size_t a, std::size_t b) {
    return m.is_worse(m.sites[a].value(), m.sites[b].value());
  });
  for (std::size_t i = 0; i < std::min(n_shown, behind.size()); ++i) {
    const Site& site = m.sites[behind[i]];
    text +=
        fmt::format("    behind the others: {}: {} {}\n", machine.name_of(site.rank, site.partner),
                    number(site.value()), m.quantity.unit);
  }
  if (behind.size() > n_shown) text += fmt::format("    and {} more\n", behind.size() - n_shown);
  return text;
}

bool is_shown(const Measurement& m, bool details) { return details || !m.quantity.is_detail; }

std::size_t name_width(const Report& report, bool details) {
  std::size_t width = 20;
  for (const TrialResult& result : report.results)
    for (const Measurement& m : result.measurements)
      if (is_shown(m, details)) width = std::max(width, m.quantity.name.size());
  return width;
}

}  // namespace

std::string format_table(const Report& report, bool details) {
  const std::size_t width = name_width(report, details);
  std::string text =
      fmt::format("  {:<{}} {:>10} {:>10} {:>10} {:>9}  {:<9} {:>12} {:>4} {:>9}\n", "", width,
                  "min", "max", "average", "std dev", "unit", "places     ", "reps", "GB/s");
  for (const TrialResult& result : report.results) {
    if (!result.skipped.empty()) {
      text += fmt::format("{}: {}\n", result.title, result.skipped);
      continue;
    }
    text += result.title + "\n";
    for (const Measurement& m : result.measurements) {
      const auto outliers = outlier_lines(m, report.machine);
      if (is_shown(m, details) || !outliers.empty()) text += row(m, width) + outliers;
    }
  }
  return text;
}

}  // namespace lobatto::machine
