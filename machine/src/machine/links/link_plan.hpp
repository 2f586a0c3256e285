#pragma once

#include <span>
#include <vector>

#include "comm/exchange/pair_messages.hpp"

namespace lobatto::machine {

/// The rounds in which every link of an allocation is tried, with all that do not disturb each
/// other at the same time: first every pair of ranks of a node, on all nodes together; then every
/// pair of nodes, each rank with the one of the same place on the other node.
///
/// Rounds are those of a tournament (circle method): of n players, n even, i and j meet in round
/// r when i + j = r modulo n - 1, and the last one meets who would meet himself; everybody meets
/// everybody once in n - 1 rounds. Of an odd number one pauses.
class LinkPlan {
 public:
  /// node_of_rank: 0, 1, ... in the order in which they first appear.
  explicit LinkPlan(std::vector<int> node_of_rank);

  [[nodiscard]] int n_rounds() const { return n_rounds_within_ + n_rounds_between_; }
  [[nodiscard]] int n_rounds_within() const { return n_rounds_within_; }
  [[nodiscard]] bool is_within_nodes(int round) const { return round < n_rounds_within_; }
  /// The one of the lower rank begins, or between nodes the one on the lower node.
  [[nodiscard]] comm::Pairing pairing(int round, int rank) const;
  [[nodiscard]] std::span<const int> node_of_rank() const { return node_of_rank_; }
  /// Among the ranks of its node.
  [[nodiscard]] std::span<const int> place_of_rank() const { return place_; }

 private:
  std::vector<int> node_of_rank_, place_;  ///< [n_ranks]
  std::vector<std::vector<int>> ranks_of_node_;
  int n_rounds_within_ = 0, n_rounds_between_ = 0;
  int most_ranks_ = 0;  ///< of a node
};

/// Whom player i of n meets in a round, -1: nobody.
int opponent(int n, int round, int i);
/// Rounds until everybody has met everybody.
int n_tournament_rounds(int n);

}  // namespace lobatto::machine
