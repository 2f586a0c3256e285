#include "comm/exchange/all_to_all.hpp"

#include <numeric>

#include "base/error.hpp"
#include "comm/transport/block_transport.hpp"
#include "comm/transport/message_transport.hpp"
#include "comm/transport/shared_memory_transport.hpp"

namespace lobatto::comm {

namespace {

void check_counts(const Communicator& group, std::span<const std::size_t> send_counts,
                  std::span<const std::size_t> recv_counts) {
  const auto n_ranks = static_cast<std::size_t>(group.size());
  if (send_counts.size() != n_ranks || recv_counts.size() != n_ranks) {
    throw base::Error("AllToAll: expected one send count and one receive count per rank");
  }
  const auto own = static_cast<std::size_t>(group.rank());
  if (send_counts[own] != recv_counts[own]) {
    throw base::Error("AllToAll: the block for this rank itself must be as long sent as received");
  }
}

std::size_t bytes_to_others(std::span<const std::size_t> send_counts, int own_rank) {
  const std::size_t n_values =
      std::accumulate(send_counts.begin(), send_counts.end(), std::size_t{0});
  return (n_values - send_counts[static_cast<std::size_t>(own_rank)]) * sizeof(double);
}

std::unique_ptr<BlockTransport> make_transport(const Communicator& group,
                                               std::span<const std::size_t> send_counts,
                                               std::span<const std::size_t> recv_counts,
                                               Transport wanted) {
  // A rank alone has nothing to share.
  const bool may_share =
      wanted == Transport::shared_memory || (wanted == Transport::automatic && group.size() > 1);
  auto shared = may_share ? SharedMemoryTransport::create(group, send_counts) : nullptr;
  if (shared != nullptr) return shared;
  if (wanted == Transport::shared_memory) {
    throw base::Error(
        "AllToAll: shared memory was asked for, but the ranks of the group have none in common");
  }
  return std::make_unique<MessageTransport>(group, send_counts, recv_counts);
}

}  // namespace

AllToAll::AllToAll(const Communicator& group, std::span<const std::size_t> send_counts,
                   std::span<const std::size_t> recv_counts, Transport transport) {
  check_counts(group, send_counts, recv_counts);
  transport_ = make_transport(group, send_counts, recv_counts, transport);
  bytes_per_exchange_ = bytes_to_others(send_counts, group.rank());
}

AllToAll::~AllToAll() = default;
AllToAll::AllToAll(AllToAll&&) noexcept = default;
AllToAll& AllToAll::operator=(AllToAll&&) noexcept = default;

double* AllToAll::send_block(int r) { return transport_->send_block(r); }
const double* AllToAll::recv_block(int r) const { return transport_->recv_block(r); }
void AllToAll::begin() { transport_->begin(); }
void AllToAll::finish() { transport_->finish(); }
std::size_t AllToAll::bytes_per_exchange() const { return bytes_per_exchange_; }

}  // namespace lobatto::comm
