#include "mesh/slices/slice_cut.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "comm/agreement/agreed_fault.hpp"
#include "comm/exchange/first_rank.hpp"
#include "comm/exchange/record_exchange.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {
namespace {

/// The rows of the graph whose elements this rank has.
ElementGraph graph_of(const ConnectedSlice& slice) {
  ElementGraph graph;
  for (std::size_t e = 0; e < slice.neighbours.size(); ++e)
    graph.add(slice.part.element_numbers[e], slice.neighbours[e]);
  return graph;
}

/// Where this rank's neighbour lists begin is counted here.
ElementGraph gather_graph(const ElementGraph& own, const comm::Communicator& communicator) {
  const auto gather = [&](const std::vector<std::int64_t>& values) {
    return comm::gather_to_first(communicator, std::span(values));
  };
  ElementGraph whole;
  const auto append = [](std::vector<std::int64_t>& to, const std::vector<std::int64_t>& values) {
    to.insert(to.end(), values.begin(), values.end());
  };
  for (const auto& first : gather(own.first)) {
    const std::int64_t before = whole.first.back();
    for (std::size_t i = 1; i < first.size(); ++i) whole.first.push_back(before + first[i]);
  }
  for (const auto& values : gather(own.neighbours)) append(whole.neighbours, values);
  for (const auto& values : gather(own.shared_faces)) append(whole.shared_faces, values);
  return whole;
}

std::vector<int> cut_on_first_rank(const ConnectedSlice& slice, const RankPlaces& places,
                                   const comm::Communicator& communicator) {
  struct PartOfElement {
    std::int64_t element = 0, part = 0;
  };
  std::vector<int> rank_of_part;
  for (const auto& ranks : places.ranks_of_node)
    rank_of_part.insert(rank_of_part.end(), ranks.begin(), ranks.end());
  const ElementGraph graph = graph_of(slice);
  // Regions of all elements, or weights would be told by slices without fluid.
  const auto& regions = slice.part.regions.of_elements;
  const auto all_regions = comm::gather_to_first(communicator, std::span(regions));
  const ElementGraph whole = gather_graph(graph, communicator);
  std::vector<PartOfElement> parts;
  comm::on_root(communicator, [&] {
    Regions of_all;
    for (const auto& some : all_regions)
      of_all.of_elements.insert(of_all.of_elements.end(), some.begin(), some.end());
    const auto cut = communicator.size() == 1
                         ? std::vector<int>(whole.first.size() - 1, 0)
                         : cut_by_metis(whole, communicator.size(), weights_of(of_all));
    for (const int part : cut) parts.push_back({static_cast<std::int64_t>(parts.size()), part});
  });
  const auto own = comm::send_records(
      std::span<const PartOfElement>(parts),
      [&](const PartOfElement& one) { return slice.rank_of_element(one.element); }, communicator);
  std::vector<int> result;
  for (const PartOfElement& one : own) result.push_back(rank_of_part[one.part]);
  return result;
}

/// Gives ranks without elements the first of those of the ranks with most. Such ranks are rare: a
/// reduction for each.
void fill_idle_ranks(std::vector<int>& ranks, const comm::Communicator& communicator) {
  std::vector<double> counts(static_cast<std::size_t>(communicator.size()), 0.0);
  for (const int rank : ranks) counts[rank] += 1.0;
  communicator.sum(counts);
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    if (counts[rank] > 0.0) continue;
    const auto fullest = std::max_element(counts.begin(), counts.end()) - counts.begin();
    const auto first = std::ranges::find(ranks, static_cast<int>(fullest)) - ranks.begin();
    const bool is_here = first < std::ssize(ranks);
    const auto speaker = communicator.max_location(is_here ? 1.0 : 0.0);
    if (speaker.rank == communicator.rank()) ranks[first] = static_cast<int>(rank);
    counts[fullest] -= 1.0;
    counts[rank] += 1.0;
  }
}

/// A number for each element: its flow and its scalars.
std::vector<int> costs_of(const Regions& regions) {
  std::vector<int> costs;
  for (const int region : regions.of_elements)
    costs.push_back(region == 0 ? cost_of_fluid + cost_of_solid : cost_of_solid);
  return costs;
}

std::vector<int> cut_in_two_levels(const ConnectedSlice& slice, const RankPlaces& places,
                                   const comm::Communicator& communicator) {
  const auto costs = costs_of(slice.part.regions);
  std::vector<int> sizes;
  for (const auto& ranks : places.ranks_of_node) sizes.push_back(static_cast<int>(ranks.size()));
  const bool is_one_node = sizes.size() == 1;
  const auto parts = cut_by_pt_scotch(
      graph_of(slice), costs, is_one_node ? std::vector<int>(communicator.size(), 1) : sizes,
      communicator);
  return is_one_node ? parts : cut_within_nodes(slice, costs, parts, places, communicator);
}

}  // namespace

RankPlaces places_of_ranks(int node, const comm::Communicator& communicator) {
  const std::array<long long, 2> own{node, communicator.rank()};
  const auto all = communicator.all_gather(std::span<const long long>(own));
  std::vector<std::pair<long long, int>> places;
  for (std::size_t i = 0; i < all.size(); i += 2)
    places.emplace_back(all[i], static_cast<int>(all[i + 1]));
  std::sort(places.begin(), places.end());
  RankPlaces result;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || places[i].first != places[i - 1].first) result.ranks_of_node.emplace_back();
    result.ranks_of_node.back().push_back(places[i].second);
    if (places[i].second == communicator.rank())
      result.own_node = static_cast<int>(result.ranks_of_node.size()) - 1;
  }
  return result;
}

RankPlaces places_of_ranks(const comm::Communicator& communicator) {
  const auto node = communicator.split_by_node();
  // A node is known by the lowest of its ranks.
  const auto ranks = node.all_gather(std::vector<long long>{communicator.rank()});
  return places_of_ranks(static_cast<int>(ranks.front()), communicator);
}

std::vector<int> cut_slices(const ConnectedSlice& slice, const RankPlaces& places,
                            SliceCutter cutter, const comm::Communicator& communicator) {
  check_ranks(slice.part.n_elements, communicator.size());
  std::vector<int> ranks = cutter == SliceCutter::pt_scotch
                               ? cut_in_two_levels(slice, places, communicator)
                               : cut_on_first_rank(slice, places, communicator);
  fill_idle_ranks(ranks, communicator);
  return ranks;
}

}  // namespace lobatto::mesh
