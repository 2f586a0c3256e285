#include "machine/placement/rank_placement.hpp"

#include <metis.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "base/error.hpp"
#include "machine/placement/placement_exchange.hpp"

namespace lobatto::machine {

namespace {

std::vector<int> ranks_of_nodes(std::span<const int> node_of_rank) {
  std::vector<int> counts(static_cast<std::size_t>(*std::ranges::max_element(node_of_rank)) + 1, 0);
  for (const int node : node_of_rank) ++counts[node];
  return counts;
}

/// Weights that METIS can add up: integers, at least 1, about 2^30 together.
std::vector<idx_t> edge_weights(const RankTraffic& traffic) {
  double total = 0;
  for (const auto& partner : traffic.partners) total += partner.bytes;
  const double scale = total > 0 ? (1 << 30) / total : 0;
  std::vector<idx_t> weights;
  for (const auto& partner : traffic.partners)
    weights.push_back(std::max<idx_t>(1, static_cast<idx_t>(partner.bytes * scale)));
  return weights;
}

std::vector<int> cut(const RankTraffic& traffic, const std::vector<int>& counts) {
  idx_t n_ranks = traffic.n_ranks(), n_constraints = 1, n_cut = 0;
  auto n_nodes = static_cast<idx_t>(counts.size());
  std::vector<idx_t> first(traffic.first.begin(), traffic.first.end()), partners,
      weights = edge_weights(traffic), parts(static_cast<std::size_t>(n_ranks), 0);
  for (const auto& partner : traffic.partners) partners.push_back(partner.rank);
  std::vector<real_t> shares;
  for (const int count : counts)
    shares.push_back(static_cast<real_t>(count) / static_cast<real_t>(n_ranks));
  std::array<idx_t, METIS_NOPTIONS> options{};
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_UFACTOR] = 1;
  options[METIS_OPTION_NCUTS] = 4;
  const auto partition = n_nodes <= 64 ? METIS_PartGraphRecursive : METIS_PartGraphKway;
  const int status = partition(&n_ranks, &n_constraints, first.data(), partners.data(), nullptr,
                               nullptr, weights.data(), &n_nodes, shares.data(), nullptr,
                               options.data(), &n_cut, parts.data());
  if (status != METIS_OK)
    throw base::Error(fmt::format("METIS could not place the ranks (status {})", status));
  return {parts.begin(), parts.end()};
}

}  // namespace

std::vector<int> fill_in_order(int n_ranks, std::span<const int> slots) {
  std::vector<int> node_of_rank;
  for (std::size_t node = 0; node < slots.size(); ++node)
    for (int s = 0; s < slots[node] && static_cast<int>(node_of_rank.size()) < n_ranks; ++s)
      node_of_rank.push_back(static_cast<int>(node));
  if (static_cast<int>(node_of_rank.size()) < n_ranks)
    throw base::Error(fmt::format("{} ranks do not fit on {} {} with {} slots together", n_ranks,
                                  slots.size(), slots.size() == 1 ? "node" : "nodes",
                                  std::accumulate(slots.begin(), slots.end(), 0LL)));
  return node_of_rank;
}

std::vector<int> place_ranks(const RankTraffic& traffic, std::span<const int> start) {
  const auto counts = ranks_of_nodes(start);
  std::vector<int> kept(start.begin(), start.end());
  if (counts.size() == 1 || traffic.partners.empty()) return kept;
  if (traffic.partners.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max()))
    throw base::Error("the communication matrix has more entries than METIS can number here");
  PlacementExchange from_start(traffic, kept);
  from_start.improve();
  PlacementExchange from_cut(traffic, cut(traffic, counts));
  from_cut.fit(counts);
  from_cut.improve();
  const auto bytes = [&](const PlacementExchange& placement) {
    return traffic_between_nodes(traffic, placement.node_of_rank()).between_nodes;
  };
  return (bytes(from_cut) < bytes(from_start) ? from_cut : from_start).node_of_rank();
}

}  // namespace lobatto::machine
