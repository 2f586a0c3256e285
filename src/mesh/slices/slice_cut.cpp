#include "mesh/slices/slice_cut.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "comm/agreed_fault.hpp"
#include "comm/gather_to_first.hpp"
#include "comm/record_exchange.hpp"
#include "mesh/slices/pt_scotch.hpp"

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

std::vector<int> cut_on_first_rank(const ConnectedSlice& slice, const ElementGraph& graph,
                                   const comm::Communicator& communicator) {
  struct PartOfElement {
    std::int64_t element = 0, part = 0;
  };
  // Regions of all elements, or weights would be told by slices without fluid.
  const auto& regions = slice.part.regions.of_elements;
  const auto all_regions = comm::gather_to_first(communicator, std::span(regions));
  const ElementGraph whole = gather_graph(graph, communicator);
  std::vector<PartOfElement> parts;
  comm::together(communicator, [&] {
    if (communicator.rank() != 0) return;
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
      [&](const PartOfElement& one) {
        return static_cast<int>(std::ranges::upper_bound(slice.first_element, one.element) -
                                slice.first_element.begin()) -
               1;
      },
      communicator);
  std::vector<int> result;
  for (const PartOfElement& one : own) result.push_back(static_cast<int>(one.part));
  return result;
}

/// Gives parts without elements the first of those of the parts with most. Such parts are rare: a
/// reduction for each.
void fill_empty_parts(std::vector<int>& parts, const comm::Communicator& communicator) {
  std::vector<double> counts(static_cast<std::size_t>(communicator.size()), 0.0);
  for (const int part : parts) counts[part] += 1.0;
  communicator.sum(counts);
  for (std::size_t part = 0; part < counts.size(); ++part) {
    if (counts[part] > 0.0) continue;
    const auto fullest = std::max_element(counts.begin(), counts.end()) - counts.begin();
    const auto first = std::ranges::find(parts, static_cast<int>(fullest)) - parts.begin();
    const bool is_here = first < static_cast<std::ptrdiff_t>(parts.size());
    const auto speaker = communicator.max_location(is_here ? 1.0 : 0.0);
    if (speaker.rank == communicator.rank()) parts[first] = static_cast<int>(part);
    counts[fullest] -= 1.0;
    counts[part] += 1.0;
  }
}

/// A number for each element: its flow and its scalars.
std::vector<int> costs_of(const Regions& regions) {
  std::vector<int> costs;
  for (const int region : regions.of_elements)
    costs.push_back(region == 0 ? cost_of_fluid + cost_of_solid : cost_of_solid);
  return costs;
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
  std::vector<int> counts;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i == 0 || places[i].first != places[i - 1].first) counts.push_back(0);
    ++counts.back();
    result.ranks.push_back(places[i].second);
  }
  const bool is_even = std::ranges::count(counts, counts.front()) == std::ssize(counts);
  result.ranks_per_node = is_even ? counts.front() : 0;
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
  const ElementGraph graph = graph_of(slice);
  std::vector<int> parts =
      cutter == SliceCutter::pt_scotch
          ? cut_by_pt_scotch(graph, costs_of(slice.part.regions), places.ranks_per_node,
                             communicator)
          : cut_on_first_rank(slice, graph, communicator);
  fill_empty_parts(parts, communicator);
  for (int& part : parts) part = places.ranks[part];
  return parts;
}

}  // namespace lobatto::mesh
