#include "machine/links/link_plan.hpp"

#include <algorithm>
#include <utility>

namespace lobatto::machine {

int n_tournament_rounds(int n) { return n < 2 ? 0 : n + n % 2 - 1; }

int opponent(int n, int round, int i) {
  const int even = n + n % 2, circle = even - 1;
  // 2 j = round modulo the odd number even - 1: the inverse of 2 is even / 2.
  const auto alone = static_cast<int>(static_cast<long long>(round) * (even / 2) % circle);
  int other = 0;
  if (i == circle)
    other = alone;
  else if (i == alone)
    other = circle;
  else
    other = ((round - i) % circle + circle) % circle;
  return other < n ? other : -1;
}

LinkPlan::LinkPlan(std::vector<int> node_of_rank) : node_of_rank_(std::move(node_of_rank)) {
  for (std::size_t rank = 0; rank < node_of_rank_.size(); ++rank) {
    const auto node = static_cast<std::size_t>(node_of_rank_[rank]);
    if (node >= ranks_of_node_.size()) ranks_of_node_.resize(node + 1);
    place_.push_back(static_cast<int>(ranks_of_node_[node].size()));
    ranks_of_node_[node].push_back(static_cast<int>(rank));
  }
  for (const auto& ranks : ranks_of_node_)
    most_ranks_ = std::max(most_ranks_, static_cast<int>(ranks.size()));
  n_rounds_within_ = n_tournament_rounds(most_ranks_);
  n_rounds_between_ = n_tournament_rounds(static_cast<int>(ranks_of_node_.size()));
}

comm::Pairing LinkPlan::pairing(int round, int rank) const {
  const int node = node_of_rank_[rank], place = place_[rank];
  int other_node = node, other_place = place;
  if (is_within_nodes(round))
    other_place = opponent(most_ranks_, round, place);
  else
    other_node = opponent(static_cast<int>(ranks_of_node_.size()), round - n_rounds_within_, node);
  if (other_node < 0 || other_place < 0 ||
      other_place >= static_cast<int>(ranks_of_node_[other_node].size()))
    return {};
  const int partner = ranks_of_node_[other_node][other_place];
  return {partner, node == other_node ? rank < partner : node < other_node};
}

}  // namespace lobatto::machine
