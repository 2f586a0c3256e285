#include "machine/links/link_gathering.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "comm/exchange/first_rank.hpp"
#include "machine/results/statistics.hpp"

namespace lobatto::machine {

namespace {

/// Of the ranks of this node, in their order.
std::vector<CorePlace> places_of(const comm::Communicator& node, const CorePlace& own) {
  const long long numbers[] = {own.socket, own.numa_node, own.cache};
  const auto all = node.all_gather(std::span<const long long>(numbers));
  std::vector<CorePlace> places;
  for (std::size_t i = 0; i < all.size(); i += 3)
    places.push_back(
        {static_cast<int>(all[i]), static_cast<int>(all[i + 1]), static_cast<int>(all[i + 2])});
  return places;
}

/// Of each round between nodes and each pass the sum over the pairs that this node begins.
std::vector<double> sum_over_node(const LinkPlan& plan, const LinkRates& rates,
                                  std::size_t n_passes, const comm::Communicator& node) {
  const int first_round = plan.n_rounds_within();
  std::vector<double> sums(static_cast<std::size_t>(plan.n_rounds() - first_round) * n_passes, 0.0);
  for (int round = first_round; round < plan.n_rounds(); ++round)
    std::ranges::copy(rates[round],
                      sums.begin() + static_cast<std::ptrdiff_t>(n_passes * (round - first_round)));
  node.sum(sums);
  return sums;
}

/// What any rank has, on every rank.
std::vector<std::string> names_of_all(const comm::Communicator& communicator,
                                      const LinksByClass& own) {
  std::string text;
  for (const auto& [name, links] : own) text += name + '\n';
  std::set<std::string> names;
  for (const auto& lines : comm::gather_to_first(communicator, std::span<const char>(text))) {
    std::istringstream in(std::string(lines.begin(), lines.end()));
    for (std::string name; std::getline(in, name);) names.insert(name);
  }
  return comm::broadcast_lines(communicator, {names.begin(), names.end()});
}

/// All ranks' links on rank 0, by rank.
std::vector<Site> gather_sites(const comm::Communicator& communicator, std::span<const Site> own) {
  std::vector<double> numbers;
  for (const Site& site : own) {
    numbers.push_back(site.partner);
    numbers.push_back(static_cast<double>(site.repeats.size()));
    numbers.insert(numbers.end(), site.repeats.begin(), site.repeats.end());
  }
  std::vector<Site> all;
  int rank = 0;
  for (const auto& of_rank :
       comm::gather_to_first(communicator, std::span<const double>(numbers))) {
    for (auto at = of_rank.begin(); at != of_rank.end();) {
      const int partner = static_cast<int>(*at++);
      const auto n = static_cast<std::ptrdiff_t>(*at++);
      all.push_back({rank, partner, {at, at + n}});
      at += n;
    }
    ++rank;
  }
  return all;
}

std::vector<double> averages_of_all(const comm::Communicator& communicator,
                                    std::span<const Site> own, double n_links) {
  const double n_own = own.empty() ? 0 : static_cast<double>(own.front().repeats.size());
  std::vector<double> averages(static_cast<std::size_t>(communicator.max(n_own)), 0.0);
  for (const Site& site : own)
    for (std::size_t r = 0; r < site.repeats.size(); ++r) averages[r] += site.repeats[r] / n_links;
  communicator.sum(averages);
  return averages;
}

/// The links of this rank that are surely behind, the slowest of all ranks if those are too many.
std::vector<Site> behind(const comm::Communicator& communicator, std::span<const Site> own,
                         const Usual& usual, const LinkLimits& limits) {
  std::vector<Site> slow;
  for (const Site& site : own)
    if (is_surely_behind(site, usual, Better::larger, limits.share)) slow.push_back(site);
  if (communicator.sum(static_cast<long long>(slow.size())) <= limits.most_of_class) return slow;
  std::vector<double> values;
  for (const Site& site : slow) values.push_back(site.value());
  const double first_left_out = nth_of_all(communicator, values, limits.most_of_class);
  std::erase_if(slow, [&](const Site& site) { return site.value() >= first_left_out; });
  return slow;
}

Measurement gather_class(const comm::Communicator& communicator, const std::string& name,
                         std::span<const Site> own, const LinkLimits& limits) {
  Measurement links{{measurement_of_class(name), "GB/s", Better::larger, Per::link}, {}};
  const long long n_links = communicator.sum(static_cast<long long>(own.size()));
  if (n_links <= limits.most_of_class) {
    links.sites = gather_sites(communicator, own);
    return links;
  }
  std::vector<double> values;
  for (const Site& site : own) values.push_back(site.value());
  links.all = {summarise_all(communicator, values), usual_of_all(communicator, values, true),
               averages_of_all(communicator, own, static_cast<double>(n_links))};
  links.sites = gather_sites(communicator, behind(communicator, own, links.all->usual, limits));
  return links;
}

}  // namespace

LinksByClass links_of_rank(const LinkPlan& plan, const LinkRates& rates, const Seat& seat,
                           const std::vector<std::string>& hosts, const Topology& topology,
                           const comm::Communicator& communicator) {
  const int rank = communicator.rank(), own_node = plan.node_of_rank()[rank];
  const auto node = communicator.split(own_node, rank);
  const auto places = places_of(node, seat.place);
  std::size_t n_passes = 0;
  for (const auto& passes : rates) n_passes = std::max(n_passes, passes.size());
  n_passes = static_cast<std::size_t>(communicator.max(static_cast<double>(n_passes)));
  const auto sums = sum_over_node(plan, rates, n_passes, node);
  LinksByClass links;
  for (int round = 0; round < plan.n_rounds(); ++round) {
    const auto [partner, begins] = plan.pairing(round, rank);
    if (!begins) continue;
    if (plan.is_within_nodes(round)) {
      links[class_within(seat.place, places[plan.place_of_rank()[partner]])].push_back(
          {rank, partner, rates[round]});
    } else if (node.rank() == 0) {
      const auto at =
          sums.begin() + static_cast<std::ptrdiff_t>(n_passes * (round - plan.n_rounds_within()));
      links[class_between(topology, hosts[own_node], hosts[plan.node_of_rank()[partner]])]
          .push_back({rank, partner, {at, at + static_cast<std::ptrdiff_t>(n_passes)}});
    }
  }
  return links;
}

std::vector<Measurement> gather_links(const comm::Communicator& communicator,
                                      const LinksByClass& own, const LinkLimits& limits) {
  std::vector<Measurement> measurements;
  for (const auto& name : names_of_all(communicator, own)) {
    const auto links = own.find(name);
    const auto sites = links == own.end() ? std::span<const Site>() : links->second;
    auto measurement = gather_class(communicator, name, sites, limits);
    if (communicator.rank() == 0) measurements.push_back(std::move(measurement));
  }
  return measurements;
}

}  // namespace lobatto::machine
