#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/placement/rank_traffic.hpp"

namespace lobatto::machine {

/// A placement of ranks on nodes that is changed rank by rank, with what each rank shares with each
/// node kept up to date. The traffic must live as long.
class PlacementExchange {
 public:
  PlacementExchange(const RankTraffic& traffic, std::vector<int> node_of_rank);

  /// Moves ranks from nodes that have more than counts[node] to those that have fewer, each time
  /// the one that costs least, until every node has its number.
  void fit(std::span<const int> counts);
  /// Exchanges pairs of ranks on different nodes while that saves bytes between nodes; one of the
  /// two comes to a node where it has a partner.
  void improve();

  [[nodiscard]] const std::vector<int>& node_of_rank() const { return node_of_rank_; }

 private:
  /// Bytes that the rank shares with the ranks on a node.
  [[nodiscard]] double shared(int rank, int node) const;
  [[nodiscard]] double between(int rank, int other) const;
  /// What is saved between nodes when the two change places.
  [[nodiscard]] double gain_of_exchange(int rank, int other) const;
  [[nodiscard]] std::vector<std::vector<int>> ranks_by_node() const;
  /// The best exchange of a rank with one of a node; the other rank and what is saved.
  [[nodiscard]] std::pair<int, double> best_partner(int rank,
                                                    std::span<const int> candidates) const;
  void move(int rank, int node);

  const RankTraffic& traffic_;
  std::vector<int> node_of_rank_;
  std::vector<std::unordered_map<int, double>> shared_;  ///< by rank: node -> bytes
};

}  // namespace lobatto::machine
