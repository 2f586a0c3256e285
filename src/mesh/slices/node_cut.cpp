#include "mesh/slices/slice_cut.hpp"

#include <algorithm>
#include <array>

#include "comm/exchange/record_exchange.hpp"
#include "mesh/partition.hpp"

namespace lobatto::mesh {
namespace {

/// A row of the graph on the node of its element.
struct GraphRow {
  std::int64_t element = 0, cost = 0;
  std::array<std::int64_t, 6> across{};
};

/// Runs of elements of the file stay together, but every rank of a node gets some.
std::size_t place_on_node(std::int64_t element, std::size_t n_ranks) {
  constexpr std::int64_t run = 64;
  return static_cast<std::size_t>(element / run) % n_ranks;
}

/// Rows in the numbers of the node: those that it does not have are across its boundary.
ElementGraph graph_on_node(std::span<const GraphRow> rows, const comm::Communicator& node) {
  const std::int64_t first = node.exclusive_sum(static_cast<long long>(rows.size()));
  std::vector<std::int64_t> across;
  across.reserve(6 * rows.size());
  for (const GraphRow& row : rows)
    for (const std::int64_t element : row.across)
      across.push_back(std::max<std::int64_t>(element, 0));
  const auto numbers = comm::ask_each<std::int64_t>(
      std::span<const std::int64_t>(across),
      [&](std::int64_t element) {
        return static_cast<int>(place_on_node(element, static_cast<std::size_t>(node.size())));
      },
      [&](std::int64_t element) {
        const auto at = std::ranges::lower_bound(rows, element, {}, &GraphRow::element);
        const bool is_there = at != rows.end() && at->element == element;
        return is_there ? first + (at - rows.begin()) : -1;
      },
      node);
  ElementGraph graph;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::array<std::int64_t, 6> neighbours{};
    for (std::size_t k = 0; k < 6; ++k)
      neighbours[k] = rows[i].across[k] < 0 ? -1 : numbers[6 * i + k];
    graph.add(first + static_cast<std::int64_t>(i), neighbours);
  }
  return graph;
}

}  // namespace

std::vector<int> cut_within_nodes(const ConnectedSlice& slice, std::span<const int> costs,
                                  std::span<const int> nodes, const RankPlaces& places,
                                  const comm::Communicator& communicator) {
  std::vector<GraphRow> rows;
  rows.reserve(slice.neighbours.size());
  for (std::size_t e = 0; e < slice.neighbours.size(); ++e)
    rows.push_back(
        {slice.part.element_numbers[e], costs.empty() ? 0 : costs[e], slice.neighbours[e]});
  std::size_t next = 0;
  std::vector<int> targets;
  for (const GraphRow& row : rows) {
    const auto& ranks = places.ranks_of_node[nodes[next++]];
    targets.push_back(ranks[place_on_node(row.element, ranks.size())]);
  }
  const std::int64_t first = slice.first_element[communicator.rank()];
  rows = comm::send_records(
      std::span<const GraphRow>(rows),
      [&](const GraphRow& row) { return targets[row.element - first]; }, communicator);
  std::ranges::sort(rows, {}, &GraphRow::element);

  const auto node = communicator.split(places.own_node, communicator.rank());
  std::vector<int> own_costs;
  for (const GraphRow& row : rows)
    if (row.cost > 0) own_costs.push_back(static_cast<int>(row.cost));
  const auto& ranks = places.ranks_of_node[places.own_node];
  const auto parts = cut_by_pt_scotch(graph_on_node(rows, node), own_costs,
                                      std::vector<int>(ranks.size(), 1), node);
  struct RankOfElement {
    std::int64_t element = 0, rank = 0;
  };
  std::vector<RankOfElement> found;
  for (std::size_t i = 0; i < rows.size(); ++i) found.push_back({rows[i].element, ranks[parts[i]]});
  std::vector<int> result(slice.neighbours.size());
  for (const auto& [element, rank] : comm::send_records(
           std::span<const RankOfElement>(found),
           [&](const RankOfElement& one) { return slice.rank_of_element(one.element); },
           communicator))
    result[element - first] = static_cast<int>(rank);
  return result;
}

}  // namespace lobatto::mesh
