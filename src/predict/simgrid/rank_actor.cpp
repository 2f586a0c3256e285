#include "predict/simgrid/rank_actor.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lobatto::predict {

namespace s4u = simgrid::s4u;

void Inbox::put(long long tag, Arrival arrival) {
  auto& arrivals = arrivals_[tag];
  arrivals.push_back(std::move(arrival));
  if (asleep_ && tag == awaited_ && arrivals.size() >= n_awaited_)
    std::exchange(asleep_, nullptr)->resume();
}

std::vector<Inbox::Arrival> Inbox::take(long long tag, std::size_t n) {
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

const Network& RankActor::network_to(int other) const {
  const Machine& m = machine();
  const int node = node_of(rank_), other_node = node_of(other);
  if (node == other_node || !m.between_nodes) return m.in_node;
  const int of_group = m.machine.nodes_per_group;
  const bool leaves_group = m.between_groups && node / of_group != other_node / of_group;
  return leaves_group ? *m.between_groups : *m.between_nodes;
}

bool RankActor::lies_on_a_node(const RankSet& ranks) const {
  return node_of(ranks.first) == node_of(ranks.rank(ranks.size - 1));
}

void RankActor::compute(std::string_view region, CostOf cost_of) {
  s4u::this_actor::sleep_for(shared_.request.seconds_of(region, cost_of(rank_), rank_, ++n_works_));
}

void RankActor::exchange(const Exchange& messages) {
  std::vector<Message> sends;
  std::vector<int> receives;
  messages.sends(rank_, [&](int to, double bytes) { sends.push_back({to, bytes}); });
  messages.receives(rank_, [&](int from, double /*bytes*/) { receives.push_back(from); });
  const auto group = messages.group_of(rank_);
  tag_ += 1;
  swap(sends, receives, group && lies_on_a_node(*group));
}

void RankActor::swap(const std::vector<Message>& sends, const std::vector<int>& receives,
                     bool in_memory) {
  const double begin = s4u::Engine::get_clock();
  double processor = begin, memory = begin;
  for (const auto& [to, bytes] : sends) {
    const Network& network = network_to(to);
    const bool stays = node_of(to) == node_of(rank_);
    double after = network.latency;
    s4u::CommPtr carried;
    if (!in_memory) {
      processor += network.overhead;
      after += network.overhead;
    }
    if (stays || bytes == 0) {
      memory = std::max(memory, processor);
      if (!in_memory && stays) memory += 1e-9 * bytes / network.bandwidth_gbs;
      after += in_memory ? begin : memory;
    } else {
      s4u::this_actor::sleep_until(processor);
      carried = s4u::Comm::sendto_async(shared_.nodes[node_of(rank_)], shared_.nodes[node_of(to)],
                                        static_cast<std::uint64_t>(std::llround(bytes)));
    }
    shared_.inboxes[to].put(tag_, {after, carried});
  }
  double end = processor;
  if (!in_memory)
    for (const int from : receives) end += network_to(from).overhead;
  for (const auto& arrival : shared_.inboxes[rank_].take(tag_, receives.size())) {
    double at = arrival.after;
    if (arrival.carried) {
      arrival.carried->wait();
      at += arrival.carried->get_finish_time();
    }
    end = std::max(end, at);
  }
  s4u::this_actor::sleep_until(end);
}

void RankActor::all_reduce(const RankSet& ranks, double bytes) {
  constexpr int most_rounds = 64;
  tag_ = (tag_ / most_rounds + 1) * most_rounds;
  const long long first_tag = tag_;
  if (ranks.has(rank_) && ranks.size > 1) {
    if (machine().reduction) {
      measured_reduction(ranks);
    } else {
      const int own = (rank_ - ranks.first) / ranks.stride;
      const int n = static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks.size)));
      const auto send = [&](int to) { swap({{ranks.rank(to), bytes}}, {}, false); };
      const auto receive = [&](int from) { swap({}, {ranks.rank(from)}, false); };
      if (own >= n) send(own - n);
      if (own + n < ranks.size) receive(own + n);
      if (own < n)
        for (int distance = 1; distance < n; distance *= 2) {
          ++tag_;
          const int other = ranks.rank(own ^ distance);
          swap({{other, bytes}}, {other}, false);
        }
      tag_ = first_tag + most_rounds - 1;
      if (own + n < ranks.size) send(own + n);
      if (own >= n) receive(own - n);
    }
  }
  tag_ = first_tag + most_rounds - 1;
}

void RankActor::measured_reduction(const RankSet& ranks) {
  const std::pair key(tag_, ranks.first);
  auto& [barrier, n_come] = shared_.barriers[key];
  if (!barrier) barrier = s4u::Barrier::create(ranks.size);
  const s4u::BarrierPtr last = barrier;
  if (++n_come == ranks.size) shared_.barriers.erase(key);
  last->wait();
  s4u::this_actor::sleep_for(machine().reduction->seconds_among(ranks.size));
}

}  // namespace lobatto::predict
