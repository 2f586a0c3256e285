#include "perf/region_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lobatto::perf {
namespace {

constexpr std::size_t indentation = 2;

std::string rate(double value) { return value > 0 ? fmt::format("{:.2f}", value) : "-"; }

std::string percentage(double value, double limit) {
  return value > 0 && limit > 0 ? fmt::format("{:.1f} %", 100 * value / limit) : "-";
}

/// Seven characters up to 10^7 s: what long runs have in front of the point they lose behind it.
std::string seconds(double value) {
  int decimals = 4;
  for (double limit = 1e2; value >= limit && decimals > 0; limit *= 10) --decimals;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string entries(long long calls) {
  if (calls == 0) return "-";  // the time was measured elsewhere, or is what is left
  return calls < 10'000'000 ? fmt::format("{}", calls)
                            : fmt::format("{:.1e}", static_cast<double>(calls));
}

std::size_t indent(const RegionPlace& place) {
  return indentation * static_cast<std::size_t>(place.depth);
}

std::string line(const RegionPlace& place, std::size_t name_width,
                 const std::optional<MachineLimits>& limits) {
  const RegionSummary& r = place.own;
  const std::size_t shift = indent(place);
  std::string text =
      fmt::format("{:{}}{:<{}} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>6}", "", shift, r.name,
                  name_width - shift, entries(r.calls), seconds(r.seconds_min),
                  seconds(r.seconds_avg), seconds(r.seconds_max), seconds(place.inclusive_avg),
                  fmt::format("{:.1f} %", 100 * r.share), rate(r.gflops), rate(r.gbs));
  if (limits) {
    text += fmt::format(" {:>7} {:>9}", percentage(r.gflops, limits->peak_gflops),
                        percentage(r.gbs, limits->stream_gbs));
  }
  return text + '\n';
}

std::string header(std::size_t name_width, bool compares) {
  std::string text =
      fmt::format("{:<{}} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>6}", "region", name_width,
                  "calls", "min s", "avg s", "max s", "incl. s", "share", "GFLOP/s", "GB/s");
  if (compares) text += fmt::format(" {:>7} {:>9}", "of peak", "of STREAM");
  return text + '\n';
}

RegionPlace total_of_places(std::span<const RegionPlace> places) {
  std::vector<RegionSummary> regions;
  for (const RegionPlace& place : places) regions.push_back(place.own);
  RegionPlace total;
  total.own = total_of(regions);
  for (const RegionPlace& place : places)
    if (place.depth == 0) total.inclusive_avg += place.inclusive_avg;
  return total;
}

}  // namespace

RegionSummary total_of(std::span<const RegionSummary> regions) {
  RegionSummary total;
  total.name = "total";
  for (const RegionSummary& r : regions) {
    total.calls += r.calls;
    total.seconds_min += r.seconds_min;
    total.seconds_avg += r.seconds_avg;
    total.seconds_max += r.seconds_max;
    total.share += r.share;
    total.gflops += r.share * r.gflops;
    total.gbs += r.share * r.gbs;
    total.flops += r.flops;
    total.bytes += r.bytes;
  }
  return total;
}

std::string format_table(std::span<const RegionPlace> places,
                         const std::optional<MachineLimits>& limits) {
  std::size_t name_width = 10;
  for (const RegionPlace& place : places)
    name_width = std::max(name_width, indent(place) + place.own.name.size());
  std::string table = header(name_width, limits.has_value());
  for (const RegionPlace& place : places) table += line(place, name_width, limits);
  table += line(total_of_places(places), name_width, limits);
  const bool any_above = limits && std::ranges::any_of(places, [&](const RegionPlace& place) {
                           return place.own.gbs > limits->stream_gbs;
                         });
  if (any_above)
    table += "More than 100 % of STREAM: what the region reads and writes stays in caches.\n";
  return table;
}

std::string format_limits(const MachineLimits& limits) {
  return fmt::format("per rank: STREAM triad {:.2f} GB/s, small-matrix peak {:.1f} GFLOP/s, {}",
                     limits.stream_gbs, limits.peak_gflops,
                     limits.date.empty() ? "measured in this run"
                                         : "measured on this kind of machine on " + limits.date);
}

std::string format_overhead(const ProfilerOverhead& overhead) {
  return fmt::format("regions were entered {} times, at {:.0f} ns: {:.4f} % of the time",
                     overhead.entries, 1e9 * overhead.seconds_an_entry, 100 * overhead.share);
}

}  // namespace lobatto::perf
