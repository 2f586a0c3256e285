#include "machine/placement/rank_traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"

namespace lobatto::machine {

RankTraffic sum_of_flows(int n_ranks, std::span<const RankFlow> flows) {
  std::vector<std::map<int, double>> bytes(static_cast<std::size_t>(n_ranks));
  for (const auto& [from, to, amount] : flows) {
    for (const int rank : {from, to})
      if (rank < 0 || rank >= n_ranks)
        throw base::Error(
            fmt::format("the communication matrix has a rank {} among {} ranks", rank, n_ranks));
    if (from == to) continue;
    bytes[from][to] += amount;
    bytes[to][from] += amount;
  }
  RankTraffic traffic;
  for (const auto& row : bytes) {
    for (const auto& [rank, amount] : row) traffic.partners.push_back({rank, amount});
    traffic.first.push_back(traffic.partners.size());
  }
  return traffic;
}

NodeTraffic traffic_between_nodes(const RankTraffic& traffic, std::span<const int> node_of_rank) {
  NodeTraffic result;
  const auto n_nodes = static_cast<std::size_t>(*std::ranges::max_element(node_of_rank)) + 1;
  std::vector<double> of_node(n_nodes, 0.0);
  for (int rank = 0; rank < traffic.n_ranks(); ++rank) {
    for (const auto& partner : traffic.of(rank)) {
      if (node_of_rank[partner.rank] == node_of_rank[rank]) continue;
      of_node[node_of_rank[rank]] += partner.bytes;
      result.between_nodes += 0.5 * partner.bytes;  // each pair is met from both ends
    }
  }
  result.worst_node = *std::ranges::max_element(of_node);
  return result;
}

}  // namespace lobatto::machine
