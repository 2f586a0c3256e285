#pragma once

#include <span>
#include <vector>

namespace lobatto::machine {

/// What one rank sent another in some run.
struct RankFlow {
  int from = 0, to = 0;
  double bytes = 0;
};

/// What every rank shares with others, in both directions together: the partners of rank r are
/// partners[first[r]] to partners[first[r + 1]], ascending, each once and never r itself.
struct RankTraffic {
  struct Partner {
    int rank = 0;
    double bytes = 0;
  };
  std::vector<std::size_t> first{0};
  std::vector<Partner> partners;

  [[nodiscard]] int n_ranks() const { return static_cast<int>(first.size()) - 1; }
  [[nodiscard]] std::span<const Partner> of(int rank) const {
    return std::span(partners).subspan(first[rank], first[rank + 1] - first[rank]);
  }
};

/// Throws base::Error where a flow names a rank that is not there.
RankTraffic sum_of_flows(int n_ranks, std::span<const RankFlow> flows);

/// What leaves a node.
struct NodeTraffic {
  double between_nodes = 0;  ///< bytes between ranks on different nodes
  double worst_node = 0;     ///< bytes of the node that exchanges most with others
};
NodeTraffic traffic_between_nodes(const RankTraffic& traffic, std::span<const int> node_of_rank);

}  // namespace lobatto::machine
