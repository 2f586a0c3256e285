#include "comm/transport/message_transport.hpp"

#include "comm/transport/block_transport.hpp"

namespace lobatto::comm {

namespace {

/// The block for this rank itself does not travel: it takes no place in the message buffers.
std::vector<std::size_t> without_own(std::span<const std::size_t> counts, int own_rank) {
  std::vector<std::size_t> travelling(counts.begin(), counts.end());
  travelling[static_cast<std::size_t>(own_rank)] = 0;
  return travelling;
}

}  // namespace

MessageTransport::MessageTransport(const Communicator& group,
                                   std::span<const std::size_t> send_counts,
                                   std::span<const std::size_t> recv_counts)
    : group_(group.duplicate()), own_rank_(group.rank()), requests_(group_) {
  const std::vector<std::size_t> outgoing = without_own(send_counts, own_rank_);
  const std::vector<std::size_t> incoming = without_own(recv_counts, own_rank_);
  BlockLayout send_layout(outgoing);
  BlockLayout recv_layout(incoming);
  send_offsets_ = std::move(send_layout.offsets);
  recv_offsets_ = std::move(recv_layout.offsets);
  send_buffer_ = base::AlignedArray<double>(send_layout.size);
  recv_buffer_ = base::AlignedArray<double>(recv_layout.size);
  for (auto& block : own_blocks_) {
    block = base::AlignedArray<double>(send_counts[static_cast<std::size_t>(own_rank_)]);
  }
  const auto n_ranks = static_cast<std::size_t>(group.size());
  // Each rank starts with its next neighbour, so that not everybody writes to rank 0 first.
  for (std::size_t step = 1; step < n_ranks; ++step) {
    const std::size_t source = (static_cast<std::size_t>(own_rank_) + n_ranks - step) % n_ranks;
    if (incoming[source] == 0) continue;
    requests_.add_receive(recv_buffer_.data() + recv_offsets_[source], incoming[source],
                          static_cast<int>(source));
  }
  for (std::size_t step = 1; step < n_ranks; ++step) {
    const std::size_t destination = (static_cast<std::size_t>(own_rank_) + step) % n_ranks;
    if (outgoing[destination] == 0) continue;
    requests_.add_send(send_buffer_.data() + send_offsets_[destination], outgoing[destination],
                       static_cast<int>(destination));
  }
}

double* MessageTransport::send_block(int r) {
  if (r == own_rank_) return own_blocks_[(n_begun_ + 1) % 2].data();
  return send_buffer_.data() + send_offsets_[static_cast<std::size_t>(r)];
}

const double* MessageTransport::recv_block(int r) const {
  if (r == own_rank_) return own_blocks_[n_begun_ % 2].data();
  return recv_buffer_.data() + recv_offsets_[static_cast<std::size_t>(r)];
}

void MessageTransport::begin() {
  ++n_begun_;
  requests_.start_all();
}

void MessageTransport::finish() { requests_.wait_all(); }

}  // namespace lobatto::comm
