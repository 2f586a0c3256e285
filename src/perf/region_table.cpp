#include "perf/region_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lobatto::perf {
namespace {

std::string rate(double value) { return value > 0 ? fmt::format("{:.2f}", value) : "-"; }

std::string percentage(double value, double limit) {
  return value > 0 && limit > 0 ? fmt::format("{:.1f} %", 100 * value / limit) : "-";
}

std::string line(const RegionSummary& r, std::size_t name_width,
                 const std::optional<MachineLimits>& limits) {
  std::string text =
      fmt::format("{:<{}} {:>10} {:>10.4f} {:>10.4f} {:>10.4f} {:>7.2f} % {:>9} {:>9}", r.name,
                  name_width, r.calls, r.seconds_min, r.seconds_avg, r.seconds_max, 100 * r.share,
                  rate(r.gflops), rate(r.gbs));
  if (limits) {
    text += fmt::format(" {:>9} {:>9}", percentage(r.gflops, limits->peak_gflops),
                        percentage(r.gbs, limits->stream_gbs));
  }
  return text + '\n';
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

std::string format_table(std::span<const RegionSummary> regions,
                         const std::optional<MachineLimits>& limits) {
  std::size_t name_width = 10;
  for (const RegionSummary& r : regions) name_width = std::max(name_width, r.name.size());
  std::string table =
      fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>10} {:>9} {:>9} {:>9}", "region", name_width,
                  "calls", "min s", "avg s", "max s", "share", "GFLOP/s", "GB/s");
  if (limits) table += fmt::format(" {:>9} {:>9}", "of peak", "of STREAM");
  table += '\n';
  for (const RegionSummary& r : regions) table += line(r, name_width, limits);
  return table + line(total_of(regions), name_width, limits);
}

}  // namespace lobatto::perf
