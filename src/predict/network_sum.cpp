#include "predict/network_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace lobatto::predict {

NetworkSum::NetworkSum(const Machine& machine, int order, int n_ranks)
    : machine_(machine),
      work_(machine, order),
      ranks_per_node_(machine.machine.cores_per_node),
      ranks_per_group_(machine.between_groups ? ranks_per_node_ * machine.machine.nodes_per_group
                                              : n_ranks),
      in_node_{machine.in_node.latency, machine.in_node.overhead,
               1e-9 / machine.in_node.bandwidth_gbs},
      in_group_(in_node_),
      between_groups_(in_node_),
      clock_(n_ranks),
      compute_(n_ranks),
      messages_(n_ranks),
      waiting_(n_ranks),
      arrival_(n_ranks),
      transfer_(n_ranks),
      busy_(n_ranks) {
  const long long n_cores = 1LL * ranks_per_node_ * machine.machine.nodes;
  if (n_ranks > n_cores)
    throw base::Error(fmt::format("{} ranks: {} has {} cores, {} nodes of {}", n_ranks,
                                  machine.machine.name, n_cores, machine.machine.nodes,
                                  ranks_per_node_));
  const auto shared_by_a_node = [&](const Network& network) {
    return Link{network.latency, network.overhead,
                1e-9 * std::min(ranks_per_node_, n_ranks) / network.bandwidth_gbs};
  };
  if (machine.between_nodes) in_group_ = shared_by_a_node(*machine.between_nodes);
  if (machine.between_groups) between_groups_ = shared_by_a_node(*machine.between_groups);
}

const NetworkSum::Link& NetworkSum::link_between(int rank, int other) const {
  if (node_of(rank) == node_of(other)) return in_node_;
  return rank / ranks_per_group_ == other / ranks_per_group_ ? in_group_ : between_groups_;
}

void NetworkSum::compute(std::string_view region, CostOf cost_of) {
  ++n_operations_;
  const double fraction = work_.fraction_of(region);
  const int n_ranks = static_cast<int>(clock_.size());
  double sum = 0;
  for (int rank = 0; rank < n_ranks; ++rank) {
    const double seconds = work_.seconds(cost_of(rank), fraction, rank, n_operations_);
    clock_[rank] += seconds;
    compute_[rank] += seconds;
    sum += seconds;
  }
  regions_[std::string(region)] += sum / static_cast<double>(clock_.size());
}

void NetworkSum::exchange(const Exchange& messages) {
  const int n_ranks = static_cast<int>(clock_.size());
  std::ranges::fill(arrival_, 0.0);
  std::ranges::fill(transfer_, 0.0);
  std::ranges::fill(busy_, 0.0);
  for (int rank = 0; rank < n_ranks; ++rank) send(rank, messages);
  for (int rank = 0; rank < n_ranks; ++rank) {
    const double begin = clock_[rank];
    const double end = std::max(begin + busy_[rank], arrival_[rank]);
    // As if all had begun together; what is more is waiting for those that are late.
    const double of_messages = std::min(std::max(busy_[rank], transfer_[rank]), end - begin);
    messages_[rank] += of_messages;
    waiting_[rank] += end - begin - of_messages;
    clock_[rank] = end;
  }
}

void NetworkSum::send(int rank, const Exchange& messages) {
  const auto group = messages.group_of(rank);
  const bool is_shared = group && lies_on_a_node(*group);
  double processor = 0, network = 0;  // free after begin
  messages.sends(rank, [&](int to, double bytes) {
    const Link& link = link_between(rank, to);
    double after = link.latency;
    if (!is_shared) {
      processor += link.overhead;
      network = std::max(network, processor) + bytes * link.seconds_a_byte;
      after += network + link.overhead;
      busy_[rank] += link.overhead;
      busy_[to] += link.overhead;
    }
    arrival_[to] = std::max(arrival_[to], clock_[rank] + after);
    transfer_[to] = std::max(transfer_[to], after);
    ++sums_.n_messages;
    sums_.bytes += bytes;
    if (&link != &in_node_) sums_.bytes_between_nodes += bytes;
  });
}

bool NetworkSum::lies_on_a_node(const RankSet& ranks) const {
  return node_of(ranks.first) == node_of(ranks.rank(ranks.size - 1));
}

double NetworkSum::seconds_of_reduction(const RankSet& ranks, double bytes) const {
  const double n = ranks.size;
  if (machine_.reduction) return machine_.reduction->seconds_among(ranks.size);
  const auto within = [&](int n_ranks) {
    return reduction_rounds(std::clamp(std::floor(1.0 * n_ranks / ranks.stride), 1.0, n));
  };
  const auto seconds = [&](const Link& link, double n_rounds) {
    return n_rounds * (link.latency + 2 * link.overhead + bytes * link.seconds_a_byte);
  };
  const double in_node = within(ranks_per_node_),
               in_group = std::max(within(ranks_per_group_), in_node);
  return seconds(in_node_, in_node) + seconds(in_group_, in_group - in_node) +
         seconds(between_groups_, reduction_rounds(n) - in_group);
}

void NetworkSum::all_reduce(const RankSet& ranks, double bytes) {
  double last = 0;
  for (int m = 0; m < ranks.size; ++m) last = std::max(last, clock_[ranks.rank(m)]);
  const double seconds = seconds_of_reduction(ranks, bytes);
  for (int m = 0; m < ranks.size; ++m) {
    const int rank = ranks.rank(m);
    waiting_[rank] += last - clock_[rank];
    messages_[rank] += seconds;
    clock_[rank] = last + seconds;
  }
}

StepTime NetworkSum::result() const {
  StepTime time = sums_;
  const auto mean = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  time.seconds = std::ranges::max(clock_);
  time.compute = mean(compute_);
  time.messages = mean(messages_);
  time.waiting = mean(waiting_) + time.seconds - mean(clock_);
  time.slowest_compute = std::ranges::max(compute_);
  time.regions = regions_;
  return time;
}

}  // namespace lobatto::predict
