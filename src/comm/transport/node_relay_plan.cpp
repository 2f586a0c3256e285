#include "comm/transport/node_relay_plan.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "comm/exchange/record_exchange.hpp"
#include "comm/transport/shared_memory.hpp"

namespace lobatto::comm {

namespace {

using Partner = NeighbourTransport::Partner;
using Pair = NodeRelayPlan::Pair;

constexpr std::size_t bytes_of_line = 64;

/// A rank's part of the shared memory, given away piece by piece. It begins with the counter of the
/// exchanges that the rank has begun.
class PartOfMemory {
 public:
  std::size_t take_counter() { return take(bytes_of_counter); }
  Pair take_two(std::size_t n_values) {
    const std::size_t first = take(n_values * sizeof(double));
    return {first, take(n_values * sizeof(double))};
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t take(std::size_t n_bytes) {
    const std::size_t at = size_;
    size_ += (n_bytes + bytes_of_line - 1) / bytes_of_line * bytes_of_line;
    return at;
  }
  std::size_t size_ = bytes_of_counter;
};

/// A block for a rank of another node, as its rank tells the one that sends it.
struct BlockToRelay {
  long long other_node, peer;  ///< which node, and who takes it there
  long long from, to;          ///< ranks of the group
  long long ordinal;           ///< among blocks from `from` to `to`
  long long n_values;
  long long node_rank;
};

struct PlaceInRelay {
  long long sent_at[2], received_at[2];
  long long field_step, counter_at;
};

/// Of each partner, the first rank of its node, which stands for the node.
std::vector<int> nodes_of_partners(std::span<const Partner> partners, int own_node,
                                   const Communicator& group) {
  Letters letters;
  for (const Partner& partner : partners) letters[partner.rank] = {own_node};
  const Letters told = exchange_letters(std::move(letters), group);
  std::vector<int> nodes;
  for (const Partner& partner : partners)
    nodes.push_back(static_cast<int>(told.at(partner.rank).front()));
  return nodes;
}

/// The rank of the node that sends to each other node and receives from it. Other nodes are shared
/// out evenly in their order.
std::map<int, int> carriers_of(std::span<const int> nodes_of_partners, int own_node,
                               const Communicator& node) {
  std::vector<long long> others;
  for (const int other : nodes_of_partners)
    if (other != own_node) others.push_back(other);
  std::vector<long long> all = node.all_gather(std::span<const long long>(others));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::map<int, int> carriers;
  for (std::size_t i = 0; i < all.size(); ++i)
    carriers[static_cast<int>(all[i])] =
        static_cast<int>(i * static_cast<std::size_t>(node.size()) / all.size());
  return carriers;
}

/// How often this partner came before each.
std::vector<long long> ordinals_of(std::span<const Partner> partners) {
  std::map<int, long long> n_before;
  std::vector<long long> ordinals;
  for (const Partner& partner : partners) ordinals.push_back(n_before[partner.rank]++);
  return ordinals;
}

/// Takes the counter and the buffers of the messages that this rank carries, one per other node,
/// and tells each block its place: in what is sent by (from, to), in what is received the same seen
/// from there.
class RelayLayout {
 public:
  RelayLayout(int max_fields, PartOfMemory& memory, NodeRelayPlan& plan)
      : max_fields_(static_cast<std::size_t>(max_fields)), memory_(memory), plan_(plan) {}

  std::vector<PlaceInRelay> place(std::span<const BlockToRelay> blocks) {
    places_.resize(blocks.size());
    std::map<long long, std::vector<std::size_t>> of_node;
    for (std::size_t i = 0; i < blocks.size(); ++i) of_node[blocks[i].other_node].push_back(i);
    for (auto& [other, members] : of_node) add_relay(blocks, members);
    return std::move(places_);
  }

 private:
  void add_relay(std::span<const BlockToRelay> blocks, std::vector<std::size_t>& members) {
    NodeRelayPlan::Relay relay{};
    relay.peer = static_cast<int>(blocks[members.front()].peer);
    relay.counter_at = memory_.take_counter();
    for (const std::size_t i : members) {
      const BlockToRelay& block = blocks[i];
      relay.n_values += static_cast<std::size_t>(block.n_values);
      relay.shares.push_back({static_cast<int>(block.node_rank), static_cast<int>(block.from),
                              static_cast<std::size_t>(block.n_values)});
    }
    relay.sent_at = memory_.take_two(max_fields_ * relay.n_values);
    relay.received_at = memory_.take_two(max_fields_ * relay.n_values);
    std::sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(blocks[a].from, blocks[a].to, blocks[a].ordinal) <
             std::tuple(blocks[b].from, blocks[b].to, blocks[b].ordinal);
    });
    lay_out(blocks, members, relay.sent_at, &PlaceInRelay::sent_at);
    std::sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      return std::tuple(blocks[a].to, blocks[a].from, blocks[a].ordinal) <
             std::tuple(blocks[b].to, blocks[b].from, blocks[b].ordinal);
    });
    lay_out(blocks, members, relay.received_at, &PlaceInRelay::received_at);
    for (const std::size_t i : members) {
      places_[i].field_step = static_cast<long long>(relay.n_values);
      places_[i].counter_at = static_cast<long long>(relay.counter_at);
    }
    plan_.relays.push_back(std::move(relay));
  }

  void lay_out(std::span<const BlockToRelay> blocks, std::span<const std::size_t> order,
               const Pair& buffers, long long (PlaceInRelay::*at)[2]) {
    std::size_t offset = 0;
    for (const std::size_t i : order) {
      for (const std::size_t b : {0, 1})
        (places_[i].*at)[b] = static_cast<long long>(buffers[b] + offset);
      offset += static_cast<std::size_t>(blocks[i].n_values) * sizeof(double);
    }
  }

  std::size_t max_fields_;
  PartOfMemory& memory_;
  NodeRelayPlan& plan_;
  std::vector<PlaceInRelay> places_;  // [n_blocks]
};

Pair pair_of(const long long (&at)[2]) {
  return {static_cast<std::size_t>(at[0]), static_cast<std::size_t>(at[1])};
}

/// Gives each partner its route, and this rank the messages that it carries for its node.
class Planner {
 public:
  Planner(const Communicator& group, const Communicator& node, std::span<const Partner> partners,
          int max_fields)
      : group_(group),
        node_(node),
        partners_(partners),
        max_fields_(max_fields),
        ordinals_(ordinals_of(partners)) {
    const long long own = group.rank();
    ranks_of_node_ = node.all_gather(std::span<const long long>(&own, 1));
    nodes_ = nodes_of_partners(partners, own_node(), group);
    carriers_ = carriers_of(nodes_, own_node(), node);
  }

  NodeRelayPlan plan() {
    plan_.routes.resize(partners_.size());
    route_within_node();
    route_to_other_nodes();
    plan_.own_bytes = memory_.size();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] int own_node() const { return static_cast<int>(ranks_of_node_.front()); }
  [[nodiscard]] int node_rank_of(int rank) const {
    return static_cast<int>(std::find(ranks_of_node_.begin(), ranks_of_node_.end(), rank) -
                            ranks_of_node_.begin());
  }

  void route_within_node() {
    Letters letters;
    for (std::size_t p = 0; p < partners_.size(); ++p) {
      if (nodes_[p] != own_node()) continue;
      const std::size_t n = partners_[p].n_values;
      const Pair at = memory_.take_two(static_cast<std::size_t>(max_fields_) * n);
      const int there = node_rank_of(partners_[p].rank);
      plan_.routes[p] = {node_.rank(), there, at, {}, n, 0, partners_[p].rank};
      for (const std::size_t offset : at) letters[there].push_back(static_cast<long long>(offset));
    }
    const Letters told = exchange_letters(std::move(letters), node_);
    for (std::size_t p = 0; p < partners_.size(); ++p) {
      if (nodes_[p] != own_node()) continue;
      NodeRelayPlan::Route& route = plan_.routes[p];
      const auto first = static_cast<std::size_t>(2 * ordinals_[p]);
      const std::vector<long long>& offsets = told.at(route.received_in);
      route.received_at = {static_cast<std::size_t>(offsets[first]),
                           static_cast<std::size_t>(offsets[first + 1])};
    }
  }

  /// Of each partner on another node, the rank there that sends to this node and receives from it.
  [[nodiscard]] Letters carriers_there() const {
    Letters letters;
    for (std::size_t p = 0; p < partners_.size(); ++p)
      if (nodes_[p] != own_node())
        letters[partners_[p].rank] = {
            ranks_of_node_[static_cast<std::size_t>(carriers_.at(nodes_[p]))]};
    return exchange_letters(std::move(letters), group_);
  }

  void route_to_other_nodes() {
    const Letters there = carriers_there();
    std::vector<BlockToRelay> blocks;
    for (std::size_t p = 0; p < partners_.size(); ++p) {
      if (nodes_[p] == own_node()) continue;
      blocks.push_back({nodes_[p], there.at(partners_[p].rank).front(), group_.rank(),
                        partners_[p].rank, ordinals_[p],
                        static_cast<long long>(partners_[p].n_values), node_.rank()});
    }
    const auto places = ask_ranks<PlaceInRelay>(
        std::span<const BlockToRelay>(blocks),
        [&](const BlockToRelay& block) { return carriers_.at(static_cast<int>(block.other_node)); },
        [&](std::span<const BlockToRelay> asked) {
          return RelayLayout(max_fields_, memory_, plan_).place(asked);
        },
        node_);
    std::size_t next = 0;
    for (std::size_t p = 0; p < partners_.size(); ++p) {
      if (nodes_[p] == own_node()) continue;
      const PlaceInRelay& place = places[next++];
      const int carrier = carriers_.at(nodes_[p]);
      plan_.routes[p] = {carrier,
                         carrier,
                         pair_of(place.sent_at),
                         pair_of(place.received_at),
                         static_cast<std::size_t>(place.field_step),
                         static_cast<std::size_t>(place.counter_at),
                         static_cast<int>(ranks_of_node_[static_cast<std::size_t>(carrier)])};
    }
  }

  const Communicator& group_;
  const Communicator& node_;
  std::span<const Partner> partners_;
  int max_fields_;
  std::vector<long long> ordinals_;       // [n_partners]
  std::vector<long long> ranks_of_node_;  // ranks of the group, by rank of the node
  std::vector<int> nodes_;                // [n_partners]
  std::map<int, int> carriers_;           // ranks of the node, by other node
  PartOfMemory memory_;
  NodeRelayPlan plan_{};
};

}  // namespace

NodeRelayPlan plan_node_relay(const Communicator& group, const Communicator& node,
                              std::span<const Partner> partners, int max_fields) {
  return Planner(group, node, partners, max_fields).plan();
}

}  // namespace lobatto::comm
