#include "perf/profiler.hpp"

#include <algorithm>
#include <functional>
#include <limits>

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
    region.attributed = 0;
  }
  start_ = now();
  last_switch_ = start_.ticks;
}

Profiler::Moment Profiler::now() {
  // The two clocks cannot be read at once: of a few tries the one with the least between them, so
  // that it does not matter if the process is put to sleep there.
  constexpr int n_tries = 4;
  Moment best{};
  std::int64_t least_gap = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < n_tries; ++i) {
    const std::int64_t before = base::read_ticks();
    const auto time = std::chrono::steady_clock::now();
    const std::int64_t gap = base::read_ticks() - before;
    if (gap < least_gap) {
      least_gap = gap;
      best = {before + gap / 2, time};
    }
  }
  return best;
}

double Profiler::seconds_a_tick(const Moment& moment) const {
  return ratio(std::chrono::duration<double>(moment.time - start_.time).count(),
               static_cast<double>(moment.ticks - start_.ticks));
}

double Profiler::seconds_of(std::size_t region, const Moment& moment) const {
  const std::int64_t running = region == current_ ? moment.ticks - last_switch_ : 0;
  return static_cast<double>(regions_[region].ticks + running) * seconds_a_tick(moment) +
         regions_[region].attributed;
}

double Profiler::wall_seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_.time).count();
}

double Profiler::seconds(RegionId id) const {
  return seconds_of(static_cast<std::size_t>(id), now());
}

std::vector<std::string> Profiler::names() const {
  std::vector<std::string> names;
  for (const Region& region : regions_) names.push_back(region.name);
  return names;
}

double Profiler::flops() const {
  double sum = 0;
  for (const Region& region : regions_) sum += region.flops;
  return sum;
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
  const Moment moment =
      now();  // the same for all regions, so that their times add to the wall time
  for (std::size_t r = 0; r < n; ++r) {
    least[r] = sums[r] = seconds_of(r, moment);
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
