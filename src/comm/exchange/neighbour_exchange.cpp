#include "comm/exchange/neighbour_exchange.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/transport/node_relay.hpp"
#include "comm/transport/partner_messages.hpp"

namespace lobatto::comm {

namespace {

using Partner = NeighbourTransport::Partner;

void check_partners(const Communicator& group, std::span<const Partner> partners) {
  for (const Partner& partner : partners)
    if (partner.rank < 0 || partner.rank >= group.size() || partner.rank == group.rank())
      throw base::Error("NeighbourExchange: a partner must be another rank of the group");
}

/// Of an exchange of one field, the slowest rank's; the same on all ranks.
double seconds_of_exchange(NeighbourTransport& transport, const Communicator& group) {
  constexpr int n_rounds = 4, n_exchanges = 4;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < n_rounds; ++round) {
    group.barrier();
    const base::Stopwatch watch;
    for (int i = 0; i < n_exchanges; ++i) {
      transport.begin(1);
      transport.finish();
    }
    best = std::min(best, watch.seconds() / n_exchanges);
  }
  return group.max(best);
}

std::unique_ptr<NeighbourTransport> make_fastest(const Communicator& group,
                                                 std::span<const Partner> partners,
                                                 int max_fields) {
  auto messages = std::make_unique<PartnerMessages>(group, partners, max_fields);
  if (group.size() == 1) return messages;
  const Communicator node = group.split_by_node();
  if (group.max(static_cast<double>(node.size())) == 1) return messages;  // nobody shares a node
  auto relay = NodeRelay::create(group, node, partners, max_fields);
  const bool relay_is_faster = relay != nullptr && seconds_of_exchange(*relay, group) <=
                                                       seconds_of_exchange(*messages, group);
  if (relay_is_faster) return relay;
  return messages;
}

std::unique_ptr<NeighbourTransport> make_transport(const Communicator& group,
                                                   std::span<const Partner> partners,
                                                   int max_fields, NeighbourRoute route) {
  if (route == NeighbourRoute::automatic) return make_fastest(group, partners, max_fields);
  if (route == NeighbourRoute::rank_to_rank)
    return std::make_unique<PartnerMessages>(group, partners, max_fields);
  auto relay = NodeRelay::create(group, group.split_by_node(), partners, max_fields);
  if (relay == nullptr)
    throw base::Error("NeighbourExchange: ranks share no memory to exchange by nodes");
  return relay;
}

}  // namespace

NeighbourExchange::NeighbourExchange(const Communicator& group, std::vector<Partner> partners,
                                     int max_fields, NeighbourRoute route)
    : partners_(std::move(partners)) {
  check_partners(group, partners_);
  transport_ = make_transport(group, partners_, max_fields, route);
}

}  // namespace lobatto::comm
