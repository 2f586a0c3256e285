#include "machine/placement/placement_exchange.hpp"

#include <algorithm>
#include <limits>

namespace lobatto::machine {

PlacementExchange::PlacementExchange(const RankTraffic& traffic, std::vector<int> node_of_rank)
    : traffic_(traffic), node_of_rank_(std::move(node_of_rank)), shared_(node_of_rank_.size()) {
  for (int rank = 0; rank < traffic.n_ranks(); ++rank)
    for (const auto& partner : traffic.of(rank))
      shared_[rank][node_of_rank_[partner.rank]] += partner.bytes;
}

double PlacementExchange::shared(int rank, int node) const {
  const auto found = shared_[rank].find(node);
  return found == shared_[rank].end() ? 0.0 : found->second;
}

double PlacementExchange::between(int rank, int other) const {
  const auto partners = traffic_.of(rank);
  const auto found = std::ranges::lower_bound(partners, other, {}, &RankTraffic::Partner::rank);
  return found != partners.end() && found->rank == other ? found->bytes : 0.0;
}

double PlacementExchange::gain_of_exchange(int rank, int other) const {
  const int here = node_of_rank_[rank], there = node_of_rank_[other];
  return shared(rank, there) - shared(rank, here) + shared(other, here) - shared(other, there) -
         2 * between(rank, other);
}

std::vector<std::vector<int>> PlacementExchange::ranks_by_node() const {
  std::vector<std::vector<int>> ranks(
      static_cast<std::size_t>(*std::ranges::max_element(node_of_rank_)) + 1);
  for (std::size_t rank = 0; rank < node_of_rank_.size(); ++rank)
    ranks[node_of_rank_[rank]].push_back(static_cast<int>(rank));
  return ranks;
}

void PlacementExchange::move(int rank, int node) {
  const int from = node_of_rank_[rank];
  for (const auto& partner : traffic_.of(rank)) {
    shared_[partner.rank][from] -= partner.bytes;
    shared_[partner.rank][node] += partner.bytes;
  }
  node_of_rank_[rank] = node;
}

void PlacementExchange::fit(std::span<const int> counts) {
  std::vector<int> missing(counts.begin(), counts.end());
  for (const int node : node_of_rank_) --missing[node];
  while (true) {
    const auto full = std::ranges::min_element(missing);
    if (*full >= 0) return;
    const int from = static_cast<int>(full - missing.begin());
    int best_rank = -1, best_node = -1;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t rank = 0; rank < node_of_rank_.size(); ++rank) {
      if (node_of_rank_[rank] != from) continue;
      for (std::size_t node = 0; node < missing.size(); ++node) {
        if (missing[node] <= 0) continue;
        const int r = static_cast<int>(rank), b = static_cast<int>(node);
        const double gain = shared(r, b) - shared(r, from);
        if (gain > best) best = gain, best_rank = r, best_node = b;
      }
    }
    move(best_rank, best_node);
    ++missing[from];
    --missing[best_node];
  }
}

std::pair<int, double> PlacementExchange::best_partner(int rank,
                                                       std::span<const int> candidates) const {
  std::pair<int, double> best{-1, 0.0};
  for (const int other : candidates) {
    const double gain = gain_of_exchange(rank, other);
    if (gain > best.second) best = {other, gain};
  }
  return best;
}

void PlacementExchange::improve() {
  // Sums of bytes that go back and forth are equal up to round-off; less than that is no gain.
  double total = 0;
  for (const auto& partner : traffic_.partners) total += partner.bytes;
  const double least = 1e-12 * total;
  auto ranks = ranks_by_node();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (int rank = 0; rank < traffic_.n_ranks(); ++rank) {
      std::pair<int, double> best{-1, least};
      for (const auto& partner : traffic_.of(rank)) {
        const int node = node_of_rank_[partner.rank];
        if (node == node_of_rank_[rank]) continue;
        const auto found = best_partner(rank, ranks[node]);
        if (found.second > best.second) best = found;
      }
      if (best.first < 0) continue;
      const int here = node_of_rank_[rank], there = node_of_rank_[best.first];
      move(rank, there);
      move(best.first, here);
      std::ranges::replace(ranks[here], rank, best.first);
      std::ranges::replace(ranks[there], best.first, rank);
      goes_on = true;
    }
  }
}

}  // namespace lobatto::machine
