#include "perf/profiler.hpp"

#include <algorithm>
#include <functional>

#include "base/error.hpp"

namespace lobatto::perf {
namespace {

double ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0.0;
}

}  // namespace

Profiler::Profiler() : regions_(1) {
  regions_[other].name = "other";
  reset();
}

RegionId Profiler::add(std::string_view name) {
  const auto known = std::ranges::find(regions_, name, &Region::name);
  const auto id = static_cast<RegionId>(known - regions_.begin());
  if (known == regions_.end()) {
    regions_.emplace_back();
    regions_.back().name = name;
  }
  return id;
}

void Profiler::reset() {
  for (Region& region : regions_) {
    region.ticks = 0;
    region.calls = 0;
    region.flops = 0;
    region.bytes = 0;
  }
  start_ = std::chrono::steady_clock::now();
  start_ticks_ = last_switch_ = read_ticks();
}

double Profiler::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double Profiler::seconds(RegionId id) const {
  const std::int64_t now = read_ticks();
  const auto region = static_cast<std::size_t>(id);
  const std::int64_t running = region == current_ ? now - last_switch_ : 0;
  // The share in ticks of the wall time, so that the rate of the tick counter does not matter.
  return ratio(static_cast<double>(regions_[region].ticks + running),
               static_cast<double>(now - start_ticks_)) *
         wall_seconds();
}

void Profiler::check_same_regions(const comm::Communicator& communicator) const {
  std::string names;
  for (const Region& region : regions_) names += region.name + '\n';
  const auto fingerprint = static_cast<double>(std::hash<std::string>{}(names) >> 12);
  if (communicator.min(fingerprint) != communicator.max(fingerprint)) {
    throw base::Error("the ranks do not time the same regions");
  }
}

std::vector<RegionSummary> Profiler::summarise(const comm::Communicator& communicator) const {
  check_same_regions(communicator);
  const std::size_t n = regions_.size();
  std::vector<double> least(n);
  std::vector<double> sums(3 * n);  // seconds, flops, bytes
  std::vector<double> calls(n);
  // Frozen once, so that the times add to the wall time.
  const std::int64_t now = read_ticks();
  const double seconds_a_tick = ratio(wall_seconds(), static_cast<double>(now - start_ticks_));
  for (std::size_t r = 0; r < n; ++r) {
    const std::int64_t running = r == current_ ? now - last_switch_ : 0;
    least[r] = sums[r] = static_cast<double>(regions_[r].ticks + running) * seconds_a_tick;
    sums[n + r] = regions_[r].flops;
    sums[2 * n + r] = regions_[r].bytes;
    calls[r] = static_cast<double>(regions_[r].calls);
  }
  std::vector<double> most = least;
  communicator.min(least);
  communicator.max(most);
  communicator.max(calls);
  communicator.sum(sums);

  double total = 0;
  for (std::size_t r = 0; r < n; ++r) total += sums[r];
  std::vector<RegionSummary> summaries(n);
  for (std::size_t r = 0; r < n; ++r) {
    summaries[r] = {regions_[r].name,
                    static_cast<long long>(calls[r]),
                    least[r],
                    sums[r] / communicator.size(),
                    most[r],
                    ratio(sums[r], total),
                    ratio(sums[n + r], sums[r]) * 1e-9,
                    ratio(sums[2 * n + r], sums[r]) * 1e-9};
  }
  std::ranges::rotate(summaries, summaries.begin() + 1);
  return summaries;
}

}  // namespace lobatto::perf
