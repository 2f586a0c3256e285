#include "health/link_trial.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "comm/gather_to_first.hpp"
#include "health/stopwatch.hpp"

namespace lobatto::health {

namespace {

constexpr std::size_t message_bytes = std::size_t{256} << 10;
constexpr int window = 4;
constexpr int least_passes = 3, wanted_passes = 20;

/// The number of the host of each rank, by first appearance; known on every rank.
std::vector<int> nodes_of(const Machine& machine, const comm::Communicator& communicator) {
  const auto hosts = machine.hosts();
  std::vector<double> numbers(static_cast<std::size_t>(communicator.size()), 0.0);
  for (std::size_t rank = 0; rank < machine.seats.size(); ++rank)
    numbers[rank] =
        static_cast<double>(std::ranges::find(hosts, machine.seats[rank].host) - hosts.begin());
  communicator.broadcast(numbers, 0);
  return {numbers.begin(), numbers.end()};
}

/// What a rank that begins has measured: GB/s by round and pass.
using Rates = std::vector<std::vector<double>>;

/// One round of one pass.
void try_round(const LinkPlan& plan, int round, double seconds, comm::PairMessages& messages,
               const comm::Communicator& communicator, Rates& rates) {
  messages.pair_with(plan.pairing(round, communicator.rank()));
  // The first window opens the connection, or wakes it.
  messages.two_ways(message_bytes, window, 1);
  communicator.barrier();
  const auto [n_windows, taken] = messages.two_ways_for(message_bytes, window, seconds);
  if (messages.pairing().begins)
    rates[round].push_back(2e-9 * message_bytes * window * n_windows / taken);
}

Rates try_all(const LinkPlan& plan, const comm::Communicator& communicator, double budget,
              const ProgressObserver& observer) {
  Rates rates(static_cast<std::size_t>(plan.n_rounds()));
  comm::PairMessages messages(communicator, {}, message_bytes * window);
  const double seconds =
      std::clamp(budget / (1.0 * wanted_passes * std::max(1, plan.n_rounds())), 2e-3, 5e-2);
  const Stopwatch watch;
  double elapsed = 0, last = 0;
  for (int pass = 0; pass < least_passes || elapsed + last / 2 < budget; ++pass) {
    for (int round = 0; round < plan.n_rounds(); ++round) {
      if (observer && communicator.rank() == 0)
        observer(plan.is_within_nodes(round) ? "links within nodes" : "links between nodes",
                 watch.seconds() / budget);
      try_round(plan, round, seconds, messages, communicator, rates);
    }
    const double now = communicator.max(watch.seconds());
    last = now - elapsed;
    elapsed = now;
  }
  return rates;
}

/// All ranks' rates on rank 0: [rank][round][pass].
std::vector<Rates> gather(const Rates& own, const comm::Communicator& communicator) {
  std::vector<double> numbers;
  for (const auto& passes : own) {
    numbers.push_back(static_cast<double>(passes.size()));
    numbers.insert(numbers.end(), passes.begin(), passes.end());
  }
  std::vector<Rates> all;
  for (const auto& of_rank :
       comm::gather_to_first(communicator, std::span<const double>(numbers))) {
    Rates rates;
    for (auto at = of_rank.begin(); at != of_rank.end();) {
      const auto n = static_cast<std::ptrdiff_t>(*at++);
      rates.emplace_back(at, at + n);
      at += n;
    }
    all.push_back(std::move(rates));
  }
  return all;
}

/// The site of a link between nodes belongs to their first ranks and adds up all pairs.
void add_to_node_link(Site& link, int rank, int partner, const std::vector<double>& rates) {
  link.rank = rank;
  link.partner = partner;
  link.repeats.resize(std::max(link.repeats.size(), rates.size()), 0.0);
  for (std::size_t pass = 0; pass < rates.size(); ++pass) link.repeats[pass] += rates[pass];
}

/// By class.
std::map<std::string, std::vector<Site>> sort_links(const LinkPlan& plan, const Machine& machine,
                                                    const Topology& topology,
                                                    const std::vector<Rates>& rates) {
  std::map<std::string, std::vector<Site>> classes;
  std::map<std::pair<int, int>, Site> between;
  for (int rank = 0; rank < machine.n_ranks(); ++rank) {
    for (int round = 0; round < plan.n_rounds(); ++round) {
      const auto [partner, begins] = plan.pairing(round, rank);
      if (!begins) continue;
      if (plan.is_within_nodes(round)) {
        classes[class_within(machine.seats[rank].place, machine.seats[partner].place)].push_back(
            {rank, partner, rates[rank][round]});
        continue;
      }
      auto nodes = std::pair(plan.node_of_rank()[rank], plan.node_of_rank()[partner]);
      if (nodes.first > nodes.second) std::swap(nodes.first, nodes.second);
      add_to_node_link(between[nodes], plan.first_rank(nodes.first), plan.first_rank(nodes.second),
                       rates[rank][round]);
    }
  }
  for (const auto& [nodes, site] : between)
    classes[class_between(topology, machine.seats[site.rank].host,
                          machine.seats[site.partner].host)]
        .push_back(site);
  return classes;
}

}  // namespace

Report measure_links(const comm::Communicator& communicator, const Topology& topology,
                     double budget, const ProgressObserver& observer) {
  const Stopwatch watch;
  Report report{look_at_machine(communicator), budget, 0, {}};
  const LinkPlan plan(nodes_of(report.machine, communicator));
  TrialResult result{"links", "links, both directions together", "", {}};
  if (plan.n_rounds() == 0) {
    result.skipped = "needs 2 ranks or more";
  } else {
    const auto rates = gather(try_all(plan, communicator, budget, observer), communicator);
    if (communicator.rank() == 0)
      for (auto& [name, sites] : sort_links(plan, report.machine, topology, rates))
        result.measurements.push_back(
            {{measurement_of_class(name), "GB/s", Better::larger, Per::link}, std::move(sites)});
  }
  report.results.push_back(std::move(result));
  report.seconds = communicator.max(watch.seconds());
  return report;
}

std::vector<SlowLink> slow_links(const Report& report, double share) {
  std::vector<SlowLink> slow;
  for (const TrialResult& result : report.results)
    for (const Measurement& measurement : result.measurements)
      for (const std::size_t i : measurement.outliers(share))
        slow.push_back(
            {measurement.quantity.name, measurement.sites[i], median(measurement.values())});
  std::ranges::sort(slow, {}, [](const SlowLink& link) { return link.site.value() / link.usual; });
  return slow;
}

std::vector<std::string> suspected_hosts(const Report& report, const std::vector<SlowLink>& slow) {
  struct Count {
    int links = 0, slow = 0;
  };
  std::map<std::string, Count> counts;
  const auto each_end = [&](const Site& site, auto&& use) {
    const auto& here = report.machine.seats[site.rank].host;
    const auto& there = report.machine.seats[site.partner].host;
    if (here == there) return;
    use(counts[here]);
    use(counts[there]);
  };
  for (const TrialResult& result : report.results)
    for (const Measurement& measurement : result.measurements)
      for (const Site& site : measurement.sites) each_end(site, [](Count& c) { ++c.links; });
  for (const SlowLink& link : slow) each_end(link.site, [](Count& c) { ++c.slow; });
  std::vector<std::string> hosts;
  for (const auto& [host, count] : counts)
    if (count.links >= 3 && 2 * count.slow > count.links) hosts.push_back(host);
  return hosts;
}

}  // namespace lobatto::health
