#include "predict/simgrid/rank_actor.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::predict {

namespace s4u = simgrid::s4u;

namespace {

/// SimGrid never frees the action of a sleep that is shorter than its clock can tell.
void sleep_for(double seconds) {
  if (seconds > clock_precision) s4u::this_actor::sleep_for(seconds);
}

}  // namespace

void Inbox::put(long long tag, Arrival arrival) {
  auto& arrivals = arrivals_[tag];
  arrivals.push_back(std::move(arrival));
  if (asleep_ && tag == awaited_ && arrivals.size() >= n_awaited_)
    std::exchange(asleep_, nullptr)->resume();
}

std::vector<Arrival> Inbox::take(long long tag, std::size_t n) {
  if (n == 0) return {};
  if (arrivals_[tag].size() < n) {
    asleep_ = s4u::Actor::self();
    awaited_ = tag;
    n_awaited_ = n;
    s4u::this_actor::suspend();
  }
  auto taken = arrivals_.extract(tag);
  return std::move(taken.mapped());
}

int RankActor::ranks_of_node() const {
  const int per_node = machine().machine.cores_per_node;
  return std::min(per_node, shared_.request.n_ranks - node_of(rank_) * per_node);
}

const Network& RankActor::network_to(int other) const {
  const Machine& m = machine();
  const int node = node_of(rank_), other_node = node_of(other);
  if (node == other_node || !m.between_nodes) return m.in_node;
  const int of_group = m.machine.nodes_per_group;
  const bool leaves_group = m.between_groups && node / of_group != other_node / of_group;
  return leaves_group ? *m.between_groups : *m.between_nodes;
}

/// As a group on one node does with its blocks.
bool RankActor::reads_in_place(const Exchange& messages) const {
  const auto group = messages.group_of(rank_);
  return group && node_of(group->first) == node_of(group->rank(group->size - 1));
}

void RankActor::compute(std::string_view region, CostOf cost_of) {
  sleep_for(shared_.request.seconds_of_work(region, cost_of(rank_), rank_, ++n_works_));
}

void RankActor::exchange(const Exchange& messages) {
  const std::pair key(++tag_, node_of(rank_));
  Dispatch& dispatch = shared_.sent[key];
  const double processor = send(messages, dispatch);
  if (++dispatch.n_ranks == ranks_of_node()) {
    launch(dispatch);
    shared_.sent.erase(key);
  }
  receive(messages, processor);
}

double RankActor::send(const Exchange& messages, Dispatch& dispatch) {
  const double begin = s4u::Engine::get_clock();
  const bool in_place = reads_in_place(messages);
  double processor = begin, memory = begin;  // free from then on
  messages.sends(rank_, [&](int to, double bytes) {
    const Network& network = network_to(to);
    if (in_place) return shared_.inboxes[to].put(tag_, {begin, network.latency, nullptr});
    Arrival arrival{processor, network.latency + 2 * network.overhead, nullptr};
    processor += network.overhead;
    if (node_of(to) != node_of(rank_) && bytes > 0) {
      Dispatch::Bundle& bundle = dispatch.bundles[node_of(to)];
      bundle.bytes += bytes;
      bundle.messages.emplace_back(to, arrival);
      return;
    }
    memory = std::max(memory, arrival.not_before);
    if (node_of(to) == node_of(rank_)) memory += 1e-9 * bytes / network.bandwidth_gbs;
    arrival.not_before = memory;
    shared_.inboxes[to].put(tag_, arrival);
  });
  return processor;
}

void RankActor::launch(const Dispatch& dispatch) {
  for (const auto& [node, bundle] : dispatch.bundles) {
    const auto flow = s4u::Comm::sendto_async(shared_.nodes[node_of(rank_)], shared_.nodes[node],
                                              static_cast<std::uint64_t>(std::ceil(bundle.bytes)));
    for (const auto& [to, arrival] : bundle.messages)
      shared_.inboxes[to].put(tag_, {arrival.not_before, arrival.after, flow});
  }
}

void RankActor::receive(const Exchange& messages, double earliest_end) {
  std::size_t n = 0;
  double end = earliest_end;
  const bool in_place = reads_in_place(messages);
  messages.receives(rank_, [&](int from, double /*bytes*/) {
    ++n;
    if (!in_place) end += network_to(from).overhead;
  });
  for (const Arrival& arrival : shared_.inboxes[rank_].take(tag_, n)) {
    double at = arrival.not_before;
    if (arrival.carried) {
      arrival.carried->wait();
      at = std::max(at, arrival.carried->get_finish_time());
    }
    end = std::max(end, at + arrival.after);
  }
  sleep_for(end - s4u::Engine::get_clock());
}

void RankActor::all_reduce(const RankSet& ranks, double bytes) {
  ++tag_;
  if (!ranks.has(rank_)) return;
  const std::pair key(tag_, ranks.first);
  auto& [barrier, n_come] = shared_.barriers[key];
  if (!barrier) barrier = s4u::Barrier::create(ranks.size);
  const s4u::BarrierPtr last_rank = barrier;
  if (++n_come == ranks.size) shared_.barriers.erase(key);
  last_rank->wait();
  sleep_for(shared_.request.seconds_of_reduction(ranks, bytes));
}

}  // namespace lobatto::predict
