#include "perf/mpi/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace lobatto::perf {
namespace {

std::string bytes_text(double bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.size(); ++unit) bytes /= 1000;
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.2f} {}", bytes, units[unit]);
}

std::string pop_line(std::string_view name, std::optional<double> value, std::string_view meaning) {
  return fmt::format("{:<24} {:>9}   {}\n", name,
                     value ? fmt::format("{:.1f} %", 100 * *value) : "-", meaning);
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

std::string work_line(const MpiProfile& profile) {
  if (profile.counters.empty())
    return fmt::format("work: {:.4g} GFLOP as counted in the code (the processor's counters: {})\n",
                       1e-9 * sum_of(profile.counted_flops), profile.no_counters);
  double instructions = 0;
  double cycles = 0;
  for (const auto& rank : profile.counters) {
    instructions += rank.instructions;
    cycles += rank.cycles;
  }
  return fmt::format("work: {:.4g} G instructions, {:.2f} a cycle (perf_event)\n",
                     1e-9 * instructions, cycles > 0 ? instructions / cycles : 0.0);
}

}  // namespace

std::string format_functions(const MpiProfile& profile) {
  std::size_t width = 12;
  for (const auto& f : profile.functions) width = std::max(width, f.name.size());
  std::string table =
      fmt::format("{:<{}} {:<14} {:>12} {:>10} {:>10} {:>10} {:>10} {:>9}\n", "MPI function", width,
                  "kind", "calls", "sent", "min s", "avg s", "max s", "of MPI");
  for (const auto& f : profile.functions)
    table += fmt::format("{:<{}} {:<14} {:>12} {:>10} {:>10.4f} {:>10.4f} {:>10.4f} {:>7.2f} %\n",
                         f.name, width, comm::name_of(f.kind), f.calls,
                         bytes_text(static_cast<double>(f.bytes)), f.seconds_min, f.seconds_avg,
                         f.seconds_max, 100 * f.share);
  const double mpi = sum_of(profile.mpi_seconds);
  const double all = mpi + sum_of(profile.useful_seconds);
  return table + fmt::format(
                     "calls and bytes of all ranks, seconds per rank; {:.2f} % of the ranks' "
                     "time is in MPI\n",
                     all > 0 ? 100 * mpi / all : 0.0);
}

std::string format_pop(const MpiProfile& profile) {
  const PopMetrics& pop = profile.pop;
  return "how well the ranks work together: 100 % is ideal, each line is the product of those "
         "indented below it\n" +
         pop_line("parallel efficiency", pop.parallel_efficiency,
                  "of the ranks' time is computation, the rest is spent in MPI") +
         pop_line("  load balance", pop.load_balance,
                  "less where some ranks have less to compute than the busiest one") +
         pop_line("  communication", pop.communication_efficiency,
                  "less where even the busiest rank spends time in MPI") +
         pop_line("    serialisation", pop.serialisation_efficiency,
                  "less where ranks wait for each other, which no network could mend") +
         pop_line("    transfer", pop.transfer_efficiency,
                  "less where messages themselves take time") +
         fmt::format("the last two by replaying the run with messages that take no time: {}\n",
                     profile.window) +
         work_line(profile);
}

}  // namespace lobatto::perf
