#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stopwatch.hpp"
#include "kernels/cost.hpp"
#include "perf/region_tree.hpp"

namespace lobatto::perf {

enum class RegionId : std::size_t {};

/// Exclusive times and counted work of the named regions of a program by the ways in which they
/// were reached, on this rank.
///
/// At every moment exactly one region runs: entering one pauses the region around it, leaving it
/// resumes that. A region under its caller is a node of a tree, made when it is first entered
/// there; the root is the time outside all regions, the region "other", so that the times of all
/// nodes add to the wall time since construction or reset(). Entering and leaving costs two reads
/// of the tick counter together. One thread.
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
    Scope(Profiler& profiler, RegionId id) : profiler_(profiler), outer_(profiler.node_) {
      profiler.switch_to(profiler.child(outer_, static_cast<std::size_t>(id)));
      ++profiler.nodes_[profiler.node_].calls;
    }
    ~Scope() { profiler_.switch_to(outer_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Profiler& profiler_;
    std::size_t outer_;
  };

  /// Adds counted work to a region: where it runs, or else to the nearest of its callers that is
  /// this region, or else to this region as called from the running one, since it has just ended.
  void count(RegionId id, double flops, double bytes) {
    Node& node = nodes_[place_of(static_cast<std::size_t>(id))];
    node.flops += flops;
    node.bytes += bytes;
  }
  void count(RegionId id, const kernels::Cost& cost) { count(id, cost.flops, cost.bytes); }

  /// Books `seconds` that were measured inside region `from`, found as in count(), under region
  /// `to` inside it.
  void attribute(RegionId from, RegionId to, double seconds);

  /// Forgets all times and counts; keeps the regions, and those that run go on running.
  void reset();

  /// Seconds since construction or reset().
  [[nodiscard]] double wall_seconds() const;
  /// Exclusive seconds of one region so far, wherever it was called from, on this rank.
  [[nodiscard]] double seconds(RegionId id) const;

  /// The number of the region that runs: an observer may look there at any moment.
  [[nodiscard]] const std::size_t& current() const { return current_; }
  /// By number; 0 is "other".
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// Counted work of all regions, on this rank.
  [[nodiscard]] double flops() const;

  /// All that was measured up to now, on this rank.
  [[nodiscard]] RegionTree tree() const;

 private:
  struct Node {
    std::vector<std::size_t> children;  ///< by region; 0 where there is none, or after the last
    std::size_t region = other;
    std::size_t parent = root;
    std::int64_t ticks = 0;
    long long calls = 0;
    double flops = 0;
    double bytes = 0;
    double attributed = 0;  ///< seconds booked from (or to, negative) other nodes
  };
  static constexpr std::size_t other = 0, root = 0;

  [[nodiscard]] std::size_t child(std::size_t node, std::size_t region) {
    const auto& children = nodes_[node].children;
    const std::size_t known = region < children.size() ? children[region] : root;
    return known != root ? known : make_child(node, region);
  }
  std::size_t make_child(std::size_t node, std::size_t region);
  [[nodiscard]] std::size_t place_of(std::size_t region) {
    return region == current_ ? node_ : find_place(region);
  }
  std::size_t find_place(std::size_t region);

  void switch_to(std::size_t node) {
    const std::int64_t now = base::read_ticks();
    nodes_[node_].ticks += now - last_switch_;
    last_switch_ = now;
    node_ = node;
    current_ = nodes_[node].region;
  }
  /// One moment on both clocks.
  struct Moment {
    std::int64_t ticks;
    std::chrono::steady_clock::time_point time;
  };
  static Moment now();
  [[nodiscard]] double seconds_a_tick(const Moment& moment) const;
  [[nodiscard]] double seconds_of(std::size_t node, const Moment& moment) const;
  [[nodiscard]] std::vector<bool> used_nodes() const;

  std::vector<std::string> names_{RegionTree::outside};  ///< by region
  std::vector<Node> nodes_{Node{}};
  std::size_t node_ = root;      ///< that runs
  std::size_t current_ = other;  ///< its region
  std::int64_t last_switch_ = 0;
  Moment start_{};
};

}  // namespace lobatto::perf
