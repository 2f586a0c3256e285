#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lobatto::perf {

/// What a Profiler has measured up to a moment, on this rank: its regions by the ways in which they
/// were reached. A node is a region under its caller; node 0 is the root, the time outside of all
/// regions. Parents come before their children, children in the order of their first use; what has
/// not been entered since the last reset has no node.
struct RegionTree {
  struct Node {
    std::size_t parent = 0;  ///< the root is its own
    std::size_t region = 0;
    long long calls = 0;  ///< entries; none where the time was measured elsewhere
    double seconds = 0;   ///< exclusive
    double flops = 0;     ///< counted work
    double bytes = 0;     ///< counted traffic
  };

  static constexpr const char* outside = "other";  ///< the name of the root's region

  std::vector<std::string> names;  ///< by region; 0 is the root's
  std::vector<Node> nodes;

  /// Entries of all nodes.
  [[nodiscard]] long long entries() const {
    long long sum = 0;
    for (const Node& node : nodes) sum += node.calls;
    return sum;
  }
  /// Of all nodes: the wall time.
  [[nodiscard]] double seconds() const {
    double sum = 0;
    for (const Node& node : nodes) sum += node.seconds;
    return sum;
  }
  /// Of each node with those below it. [nodes.size()]
  [[nodiscard]] std::vector<double> inclusive_seconds() const {
    std::vector<double> sums;
    for (const Node& node : nodes) sums.push_back(node.seconds);
    for (std::size_t i = nodes.size(); i-- > 1;) sums[nodes[i].parent] += sums[i];
    return sums;
  }
};

}  // namespace lobatto::perf
