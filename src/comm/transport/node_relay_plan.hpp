#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport/neighbour_transport.hpp"

namespace lobatto::comm {

/// Where everything lies that a NodeRelay writes and reads. A place is a rank of the node, in whose
/// part of the shared memory it is, and bytes from where that part begins; buffers are there twice,
/// for exchanges of even and of odd number.
struct NodeRelayPlan {
  using Pair = std::array<std::size_t, 2>;

  /// The block for a partner, and that from it.
  struct Route {
    int sent_in, received_in;   ///< ranks of the node
    Pair sent_at, received_at;  ///< of the first field
    std::size_t field_step;     ///< values from one field to the next
    std::size_t counter_at;  ///< in received_in: reaches k when the values of exchange k are there
    int via;                 ///< the rank of the group that shares memory and gets or gives them
  };
  /// One contribution to a message between nodes, by a rank that reads one as long from its answer.
  struct Share {
    int node_rank, rank;  ///< in the node, in the group
    std::size_t n_values;
  };
  /// All that this node has for another one, and gets from it, which this rank sends and receives.
  struct Relay {
    int peer;                   ///< the rank of the group that does so there
    std::size_t n_values;       ///< of one field
    Pair sent_at, received_at;  ///< in the part of this rank
    std::size_t counter_at;
    std::vector<Share> shares;
  };

  std::vector<Route> routes;  ///< [n_partners]
  std::vector<Relay> relays;
  std::size_t own_bytes;  ///< of the part of this rank
};

/// `node`: the ranks of `group` that share memory with this one, in the order of the group. Memory
/// and messages are those of the partners of a node. Collective over the group.
NodeRelayPlan plan_node_relay(const Communicator& group, const Communicator& node,
                              std::span<const NeighbourTransport::Partner> partners,
                              int max_fields);

}  // namespace lobatto::comm
