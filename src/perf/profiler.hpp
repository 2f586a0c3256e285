#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/tick_counter.hpp"
#include "comm/communicator.hpp"
#include "kernels/cost.hpp"

namespace lobatto::perf {

enum class RegionId : std::size_t {};

/// One region over all ranks of a group.
struct RegionSummary {
  std::string name;
  long long calls = 0;     ///< entries, largest over ranks
  double seconds_min = 0;  ///< exclusive time a rank
  double seconds_avg = 0;
  double seconds_max = 0;
  double share = 0;   ///< of the wall time of all ranks; the shares of all regions add to 1
  double gflops = 0;  ///< counted work over exclusive time, a rank
  double gbs = 0;     ///< counted traffic over exclusive time, a rank
};

/// Exclusive times and counted work of the named regions of a program, on this rank.
///
/// At every moment exactly one region runs: entering one pauses the region around it, leaving it
/// resumes that. Time outside all regions belongs to the region "other", so that the times add to
/// the wall time since construction or reset(). Entering and leaving costs two reads of the tick
/// counter together. One thread.
class Profiler {
 public:
  Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  /// The region of this name, made on first use.
  RegionId add(std::string_view name);

  /// A region runs for as long as its Scope lives. Scopes nest.
  class Scope {
   public:
    Scope(Profiler& profiler, RegionId id) : profiler_(profiler), outer_(profiler.current_) {
      profiler.switch_to(static_cast<std::size_t>(id));
      ++profiler.regions_[profiler.current_].calls;
    }
    ~Scope() { profiler_.switch_to(outer_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Profiler& profiler_;
    std::size_t outer_;
  };

  /// Adds counted work to a region, running or not.
  void count(RegionId id, double flops, double bytes) {
    Region& region = regions_[static_cast<std::size_t>(id)];
    region.flops += flops;
    region.bytes += bytes;
  }
  void count(RegionId id, const kernels::Cost& cost) { count(id, cost.flops, cost.bytes); }

  /// Books `seconds` that were measured inside region `from` under region `to` instead.
  void attribute(RegionId from, RegionId to, double seconds) {
    regions_[static_cast<std::size_t>(from)].attributed -= seconds;
    regions_[static_cast<std::size_t>(to)].attributed += seconds;
  }

  /// Forgets all times and counts; keeps the regions, and those that run go on running.
  void reset();

  /// Seconds since construction or reset().
  [[nodiscard]] double wall_seconds() const;
  /// Exclusive seconds of one region so far, on this rank.
  [[nodiscard]] double seconds(RegionId id) const;

  /// The number of the region that runs: an observer may look there at any moment.
  [[nodiscard]] const std::size_t& current() const { return current_; }
  /// By number; 0 is "other".
  [[nodiscard]] std::vector<std::string> names() const;
  /// Counted work of all regions, on this rank.
  [[nodiscard]] double flops() const;

  /// All regions over the ranks, in the order in which they were added, "other" last. Collective.
  /// Throws base::Error when the ranks do not have the same regions.
  [[nodiscard]] std::vector<RegionSummary> summarise(const comm::Communicator& communicator) const;

 private:
  struct Region {
    std::string name;
    std::int64_t ticks = 0;
    long long calls = 0;
    double flops = 0;
    double bytes = 0;
    double attributed = 0;  ///< seconds booked from (or to, negative) other regions
  };
  static constexpr std::size_t other = 0;

  void switch_to(std::size_t region) {
    const std::int64_t now = base::read_ticks();
    regions_[current_].ticks += now - last_switch_;
    last_switch_ = now;
    current_ = region;
  }
  /// One moment on both clocks.
  struct Moment {
    std::int64_t ticks;
    std::chrono::steady_clock::time_point time;
  };
  static Moment now();
  [[nodiscard]] double seconds_a_tick(const Moment& moment) const;
  [[nodiscard]] double seconds_of(std::size_t region, const Moment& moment) const;
  void check_same_regions(const comm::Communicator& communicator) const;

  std::vector<Region> regions_;
  std::size_t current_ = other;
  std::int64_t last_switch_ = 0;
  Moment start_{};
};

}  // namespace lobatto::perf
