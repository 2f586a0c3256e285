#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/transport/block_transport.hpp"
#include "comm/transport/shared_memory.hpp"

namespace lobatto::comm {

class MpiRecorder;

/// Blocks that stay where their sender wrote them: the receiver reads them there, nothing is
/// copied. For ranks that share memory.
///
/// Each rank's part of the segment holds a counter of the exchanges it has begun and two buffers,
/// used in turn. After exchange k has finished, all ranks have begun it, hence are done reading
/// exchange k - 1, so that its buffer may be written for exchange k + 1: one counter a rank is all
/// the synchronisation there is.
class SharedMemoryTransport : public BlockTransport {
 public:
  /// Collective. Null on every rank if the ranks cannot share memory.
  static std::unique_ptr<BlockTransport> create(const Communicator& group,
                                                std::span<const std::size_t> send_counts);

  [[nodiscard]] double* send_block(int r) override;
  [[nodiscard]] const double* recv_block(int r) const override;
  void begin() override;
  void finish() override;

 private:
  SharedMemoryTransport(const Communicator& group, std::unique_ptr<SharedSegment> segment,
                        std::span<const std::size_t> send_counts);
  [[nodiscard]] SharedCounter& counter(int r) const;
  [[nodiscard]] std::size_t buffer_of_last_begun() const { return n_begun_ % 2; }
  /// The bytes that an exchange takes away from this rank.
  std::size_t record_sends(MpiRecorder& recorder) const;

  int own_rank_;
  std::unique_ptr<SharedSegment> segment_;
  std::vector<int> world_ranks_;          // [n_ranks]
  std::vector<std::size_t> send_counts_;  // [n_ranks]
  std::uint32_t trace_id_;                // the same on all ranks
  std::uint64_t n_begun_ = 0;
  std::vector<double*> send_blocks_[2];        // [buffer][n_ranks]
  std::vector<const double*> recv_blocks_[2];  // [buffer][n_ranks]
};

}  // namespace lobatto::comm
