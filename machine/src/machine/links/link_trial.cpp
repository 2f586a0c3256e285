#include "machine/links/link_trial.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "comm/exchange/first_rank.hpp"

namespace lobatto::machine {

namespace {

constexpr std::size_t message_bytes = std::size_t{256} << 10;
constexpr int window = 4;
constexpr int least_passes = 3, wanted_passes = 20;

/// The number of the host of each rank; known on every rank.
std::vector<int> nodes_of(const std::vector<std::string>& hosts, const std::string& own_host,
                          const comm::Communicator& communicator) {
  const long long own[] = {std::ranges::find(hosts, own_host) - hosts.begin()};
  const auto all = communicator.all_gather(std::span<const long long>(own));
  return {all.begin(), all.end()};
}

/// One round of one pass.
void try_round(const LinkPlan& plan, int round, double seconds, comm::PairMessages& messages,
               const comm::Communicator& communicator, LinkRates& rates) {
  messages.pair_with(plan.pairing(round, communicator.rank()));
  // The first window opens the connection, or wakes it.
  messages.two_ways(message_bytes, window, 1);
  communicator.barrier();
  const auto [n_windows, taken] = messages.two_ways_for(message_bytes, window, seconds);
  if (messages.pairing().begins)
    rates[round].push_back(2e-9 * message_bytes * window * n_windows / taken);
}

LinkRates try_all(const LinkPlan& plan, const comm::Communicator& communicator, double budget,
                  const ProgressObserver& observer) {
  LinkRates rates(static_cast<std::size_t>(plan.n_rounds()));
  comm::PairMessages messages(communicator, {}, message_bytes * window);
  const double seconds =
      std::clamp(budget / (1.0 * wanted_passes * std::max(1, plan.n_rounds())), 2e-3, 5e-2);
  const base::Stopwatch watch;
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

}  // namespace

Report measure_links(const comm::Communicator& communicator, const Topology& topology,
                     double budget, const LinkLimits& limits, const ProgressObserver& observer) {
  const base::Stopwatch watch;
  const Seat seat = own_seat();
  Report report{gather_seats(communicator, seat), budget, 0, {}};
  const auto hosts = comm::broadcast_lines(communicator, report.machine.hosts());
  const LinkPlan plan(nodes_of(hosts, seat.host, communicator));
  TrialResult result{"links", "links, both directions together", "", {}};
  if (plan.n_rounds() == 0) {
    result.skipped = "needs 2 ranks or more";
  } else {
    const auto rates = try_all(plan, communicator, budget, observer);
    result.measurements = gather_links(
        communicator, links_of_rank(plan, rates, seat, hosts, topology, communicator), limits);
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
            {measurement.quantity.name, measurement.sites[i], measurement.summary().median});
  std::ranges::sort(slow, {}, [](const SlowLink& link) { return link.site.value() / link.usual; });
  return slow;
}

std::vector<std::string> suspected_hosts(const Report& report, const std::vector<SlowLink>& slow) {
  const std::size_t n_links = report.machine.hosts().size() - 1;  // of each host to others
  std::map<std::string, std::size_t> n_slow;
  for (const SlowLink& link : slow) {
    const auto& here = report.machine.seats[link.site.rank].host;
    const auto& there = report.machine.seats[link.site.partner].host;
    if (here == there) continue;
    ++n_slow[here];
    ++n_slow[there];
  }
  std::vector<std::string> hosts;
  for (const auto& [host, n] : n_slow)
    if (n_links >= 3 && 2 * n > n_links) hosts.push_back(host);
  return hosts;
}

}  // namespace lobatto::machine
