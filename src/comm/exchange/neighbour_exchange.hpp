#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport/neighbour_transport.hpp"

namespace lobatto::comm {

/// How values travel to neighbours: a message from rank to rank each; those of a node together
/// (comm/transport/node_relay.hpp); or what is faster, which is measured where ranks share nodes.
enum class NeighbourRoute : std::uint8_t { automatic, rank_to_rank, by_nodes };

/// Point-to-point messages with a fixed set of partners and lengths. An exchange may carry several
/// fields of the same length. A partner may be named more than once: messages keep their order.
class NeighbourExchange {
 public:
  using Partner = NeighbourTransport::Partner;

  /// Collective. Throws base::Error if a partner is not another rank of the group, or if `by_nodes`
  /// was asked for and some node gives its ranks no common memory.
  NeighbourExchange(const Communicator& group, std::vector<Partner> partners, int max_fields = 1,
                    NeighbourRoute route = NeighbourRoute::automatic);

  [[nodiscard]] std::span<const Partner> partners() const { return partners_; }
  /// Of the partner with this index, one field each. [n_values] What is written to send_buffer goes
  /// with the next exchange, and nothing of it may be read afterwards; what recv_buffer has is that
  /// of the last one finished, until the next begins. Both may lie elsewhere after each exchange.
  [[nodiscard]] std::span<double> send_buffer(std::size_t partner, int field = 0) {
    return {transport_->send_block(partner, field), partners_[partner].n_values};
  }
  [[nodiscard]] std::span<const double> recv_buffer(std::size_t partner, int field = 0) const {
    return {transport_->recv_block(partner, field), partners_[partner].n_values};
  }
  /// Starts an exchange of the first n_fields fields; the same number on all ranks. Collective.
  void begin(int n_fields = 1) { transport_->begin(n_fields); }
  /// Lets messages of an exchange under way move on that need this rank's help; whether all have
  /// arrived, as when none is under way.
  bool progress() { return transport_->progress(); }
  /// Collective.
  void finish() { transport_->finish(); }

 private:
  std::vector<Partner> partners_;
  std::unique_ptr<NeighbourTransport> transport_;
};

}  // namespace lobatto::comm
