#include "perf/region_summary.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/error.hpp"

namespace lobatto::perf {
namespace {

/// Of one region or place, on this rank.
struct Account {
  double calls = 0, seconds = 0, inclusive = 0, flops = 0, bytes = 0;

  void add(const RegionTree::Node& node) {
    calls += static_cast<double>(node.calls);
    seconds += node.seconds;
    flops += node.flops;
    bytes += node.bytes;
  }
};

/// The same on all ranks; children know their parents only.
struct Place {
  std::size_t parent = 0;
  std::size_t region = 0;
};

constexpr std::size_t root = 0;

double ratio(double numerator, double denominator) {
  return denominator > 0 ? numerator / denominator : 0.0;
}

void check_same_regions(const RegionTree& tree, const comm::Communicator& communicator) {
  std::string names;
  for (const std::string& name : tree.names) names += name + '\n';
  const auto fingerprint = static_cast<double>(std::hash<std::string>{}(names) >> 12);
  if (communicator.min(fingerprint) != communicator.max(fingerprint))
    throw base::Error("the ranks do not time the same regions");
}

/// Accounts over the ranks, without names and paths. Collective.
std::vector<RegionPlace> over_ranks(const std::vector<Account>& accounts,
                                    const comm::Communicator& communicator) {
  const std::size_t n = accounts.size();
  std::vector<double> least(2 * n), most(3 * n), sums(4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const Account& own = accounts[i];
    least[i] = most[i] = sums[i] = own.seconds;
    least[n + i] = most[n + i] = sums[n + i] = own.inclusive;
    most[2 * n + i] = own.calls;
    sums[2 * n + i] = own.flops;
    sums[3 * n + i] = own.bytes;
  }
  communicator.min(least);
  communicator.max(most);
  communicator.sum(sums);

  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += sums[i];
  std::vector<RegionPlace> places(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double seconds = sums[i], flops = sums[2 * n + i], bytes = sums[3 * n + i];
    places[i].own = {{},
                     static_cast<long long>(most[2 * n + i]),
                     least[i],
                     seconds / communicator.size(),
                     most[i],
                     ratio(seconds, total),
                     ratio(flops, seconds) * 1e-9,
                     ratio(bytes, seconds) * 1e-9,
                     flops,
                     bytes};
    places[i].inclusive_min = least[n + i];
    places[i].inclusive_avg = sums[n + i] / communicator.size();
    places[i].inclusive_max = most[n + i];
  }
  return places;
}

/// The place of each node of a tree among `places`. A node that has none gets one there if
/// `may_add`; else the result ends before the first such node.
std::vector<std::size_t> places_of(const std::vector<Place>& nodes, std::vector<Place>& places,
                                   bool may_add) {
  std::vector<std::size_t> found{root};
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const Place wanted{found[nodes[i].parent], nodes[i].region};
    const auto known = std::find_if(places.begin() + 1, places.end(), [&](const Place& place) {
      return place.parent == wanted.parent && place.region == wanted.region;
    });
    if (known == places.end() && !may_add) break;
    found.push_back(static_cast<std::size_t>(known - places.begin()));
    if (known == places.end()) places.push_back(wanted);
  }
  return found;
}

/// Rank `from`'s nodes to everybody. Collective.
std::vector<Place> broadcast(std::vector<Place> nodes, int from,
                             const comm::Communicator& communicator) {
  auto count = static_cast<double>(nodes.size());
  communicator.broadcast({&count, 1}, from);
  nodes.resize(static_cast<std::size_t>(count));
  std::vector<double> values;
  for (const Place& node : nodes) {
    values.push_back(static_cast<double>(node.parent));
    values.push_back(static_cast<double>(node.region));
  }
  communicator.broadcast(values, from);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = {static_cast<std::size_t>(values[2 * i]),
                static_cast<std::size_t>(values[2 * i + 1])};
  return nodes;
}

/// The union of the ranks' trees. One rank after another gives what it has, but only those that
/// have something new do: mostly it is the first alone. Collective.
std::vector<Place> merge(const std::vector<Place>& own, const comm::Communicator& communicator) {
  std::vector<Place> places(1);
  for (;;) {
    const bool complete = places_of(own, places, false).size() == own.size();
    const auto next = communicator.max_location(complete ? 0.0 : 1.0);
    if (next.value == 0) return places;
    places_of(broadcast(own, next.rank, communicator), places, true);
  }
}

/// Numbers of the places, each followed by those inside it, the root last.
std::vector<std::size_t> depth_first(const std::vector<Place>& places) {
  std::vector<std::vector<std::size_t>> inside(places.size());  // last first
  for (std::size_t i = places.size(); i-- > 1;) inside[places[i].parent].push_back(i);
  std::vector<std::size_t> order, open = inside[root];
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    order.push_back(at);
    open.insert(open.end(), inside[at].begin(), inside[at].end());
  }
  order.push_back(root);
  return order;
}

/// Gives each place its name, path and depth.
void name_places(const std::vector<Place>& places, const std::vector<std::string>& names,
                 std::vector<RegionPlace>& named) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    RegionPlace& place = named[i];
    place.path = place.own.name = names[places[i].region];
    if (places[i].parent == root) continue;
    const RegionPlace& caller = named[places[i].parent];
    place.path = caller.path + "/" + place.own.name;
    place.depth = caller.depth + 1;
  }
}

}  // namespace

std::vector<RegionSummary> summarise_regions(const RegionTree& tree,
                                             const comm::Communicator& communicator) {
  check_same_regions(tree, communicator);
  std::vector<Account> accounts(tree.names.size());
  for (const auto& node : tree.nodes) accounts[node.region].add(node);
  const auto over_all = over_ranks(accounts, communicator);
  std::vector<RegionSummary> summaries;
  for (std::size_t r = 0; r < over_all.size(); ++r) {
    summaries.push_back(over_all[r].own);
    summaries.back().name = tree.names[r];
  }
  std::rotate(summaries.begin(), summaries.begin() + 1, summaries.end());
  return summaries;
}

std::vector<RegionPlace> summarise_places(const RegionTree& tree,
                                          const comm::Communicator& communicator) {
  check_same_regions(tree, communicator);
  std::vector<Place> nodes;
  for (const auto& node : tree.nodes) nodes.push_back({node.parent, node.region});
  std::vector<Place> places = merge(nodes, communicator);

  const auto at = places_of(nodes, places, false);
  const auto inclusive = tree.inclusive_seconds();
  std::vector<Account> accounts(places.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    accounts[at[i]].add(tree.nodes[i]);
    accounts[at[i]].inclusive = i == root ? tree.nodes[root].seconds : inclusive[i];
  }
  auto named = over_ranks(accounts, communicator);
  name_places(places, tree.names, named);
  std::vector<RegionPlace> ordered;
  for (const std::size_t i : depth_first(places)) ordered.push_back(std::move(named[i]));
  return ordered;
}

}  // namespace lobatto::perf
