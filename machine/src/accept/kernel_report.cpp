#include "accept/kernel_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "accept/memory_check.hpp"
#include "accept/rank_box.hpp"
#include "machine/results/statistics.hpp"
#include "perf/timing.hpp"

namespace lobatto::accept {

namespace {

constexpr std::size_t min_passes = 3, max_passes = 1000;

/// Rates of one rank, and what they are of what it could have.
struct Rates {
  double gflops = 0, gbs = 0, peak_share = 0, stream_share = 0;
};

Rates rates_of(const KernelReport& report, const perf::MachineLimits& limits) {
  const double scale = 1e-9 / report.median_seconds() / report.n_ranks;
  const double gflops = report.work.flops * scale, gbs = report.work.bytes * scale;
  return {gflops, gbs, gflops / limits.peak_gflops, gbs / limits.stream_gbs};
}

/// Half of the passes are within this part of the median.
double spread(const KernelReport& report) {
  auto sorted = report.seconds;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  return (sorted[3 * (n - 1) / 4] - sorted[(n - 1) / 4]) / (2.0 * report.median_seconds());
}

}  // namespace

double KernelReport::median_seconds() const { return machine::median(seconds); }

double KernelReport::updates_per_second() const { return work.updates / median_seconds(); }

bool KernelReport::holds() const {
  return std::all_of(answers.begin(), answers.end(), [](const Answer& a) { return a.holds(); });
}

KernelReport measure_kernel(const KernelKind& kind, const KernelSettings& settings, double seconds,
                            const comm::Communicator& communicator) {
  require_memory(kind, settings, communicator);
  const auto kernel = kind.make(settings, communicator);
  KernelReport report{.name = kind.name,
                      .stands_for = kind.stands_for,
                      .update = kind.update,
                      .n_ranks = communicator.size(),
                      .settings = kernel->settings(),
                      .work = kernel->work(),
                      .seconds = {},
                      .answers = {},
                      .figures = {}};
  kernel->pass();
  for (double total = 0; report.seconds.size() < min_passes ||
                         (total < seconds && report.seconds.size() < max_passes);
       total += report.seconds.back())
    report.seconds.push_back(perf::seconds_of_slowest(communicator, [&] { kernel->pass(); }));
  report.figures = kernel->figures();
  report.answers = kernel->answers();
  return report;
}

nlohmann::ordered_json to_json(const KernelReport& report, const perf::MachineLimits& limits) {
  const Rates rates = rates_of(report, limits);
  nlohmann::ordered_json json{
      {"kernel", report.name},
      {"stands_for", report.stands_for},
      {"ranks", report.n_ranks},
      {"size", report.settings.size},
      {"ranks_grid", report.settings.ranks},
      {"mesh", report.settings.mesh.string()},
      {"seconds", report.median_seconds()},
      {"repeats", report.seconds},
      {"update", report.update},
      {"updates", report.work.updates},
      {"updates_per_second", report.updates_per_second()},
      {"updates_per_second_per_rank", report.updates_per_second() / report.n_ranks},
      {"flops", report.work.flops},
      {"bytes", report.work.bytes},
      {"gflops_per_rank", rates.gflops},
      {"gbs_per_rank", rates.gbs},
      {"peak_fraction", rates.peak_share},
      {"stream_fraction", rates.stream_share},
      {"holds", report.holds()}};
  json["answers"] = nlohmann::ordered_json::array();
  for (const Answer& a : report.answers)
    json["answers"].push_back({{"name", a.name},
                               {"found", a.found},
                               {"expected", a.expected},
                               {"tolerance", a.tolerance},
                               {"holds", a.holds()}});
  json["figures"] = nlohmann::ordered_json::array();
  for (const Figure& f : report.figures)
    json["figures"].push_back({{"name", f.name}, {"value", f.value}, {"unit", f.unit}});
  return json;
}

std::string to_text(const KernelReport& report, const perf::MachineLimits& limits) {
  const Rates rates = rates_of(report, limits);
  std::string text =
      fmt::format("{} (for {}), {}", report.name, report.stands_for, by_x(report.settings.size));
  if (!report.settings.mesh.empty())
    text += fmt::format(" elements of {}", report.settings.mesh.string());
  text += fmt::format(" on {} rank{} ({})\n", report.n_ranks, report.n_ranks == 1 ? "" : "s",
                      by_x(report.settings.ranks));
  text += fmt::format("  {:.4g} s per pass (median of {}, half within {:.1f} %)\n",
                      report.median_seconds(), report.seconds.size(), 100 * spread(report));
  text += fmt::format("  {:.4g} M {}s per second and rank\n",
                      1e-6 * report.updates_per_second() / report.n_ranks, report.update);
  text += fmt::format(
      "  {:.3g} GFLOP/s per rank, {:.0f} % of peak; {:.3g} GB/s per rank, {:.0f} % of STREAM\n",
      rates.gflops, 100 * rates.peak_share, rates.gbs, 100 * rates.stream_share);
  for (const Figure& f : report.figures)
    text += fmt::format("  {}: {:.4g}{}{}\n", f.name, f.value, f.unit.empty() ? "" : " ", f.unit);
  for (const Answer& a : report.answers)
    text += fmt::format("  {:5} {}: {:.10g}, right is {:.10g} within {:.2g}\n",
                        a.holds() ? "right" : "WRONG", a.name, a.found, a.expected, a.tolerance);
  return text;
}

}  // namespace lobatto::accept
