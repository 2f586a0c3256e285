#include "machine/placement/rank_traffic.hpp"

#include <fmt/format.h>

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

}  // namespace lobatto::machine
