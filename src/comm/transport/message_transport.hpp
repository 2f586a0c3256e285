#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned_array.hpp"
#include "comm/communicator.hpp"
#include "comm/transport/block_transport.hpp"
#include "comm/transport/persistent_requests.hpp"

namespace lobatto::comm {

/// Blocks as persistent point-to-point messages. The block for this rank itself has two places,
/// used in turn, so that the next exchange can be packed while the last one is read, as for the
/// blocks that do travel.
class MessageTransport : public BlockTransport {
 public:
  MessageTransport(const Communicator& group, std::span<const std::size_t> send_counts,
                   std::span<const std::size_t> recv_counts);

  [[nodiscard]] double* send_block(int r) override;
  [[nodiscard]] const double* recv_block(int r) const override;
  void begin() override;
  void finish() override;

 private:
  Communicator group_;  // a duplicate: these messages meet no others
  int own_rank_;
  std::vector<std::size_t> send_offsets_, recv_offsets_;  // [n_ranks]
  base::AlignedArray<double> send_buffer_, recv_buffer_;
  base::AlignedArray<double> own_blocks_[2];
  std::size_t n_begun_ = 0;
  PersistentRequests requests_;
};

}  // namespace lobatto::comm
