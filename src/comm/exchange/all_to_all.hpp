#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "comm/communicator.hpp"

namespace lobatto::comm {

class BlockTransport;

/// How blocks travel from rank to rank.
enum class Transport {
  automatic,  ///< shared memory where all ranks of the group have it in common, messages elsewhere
  messages,   ///< persistent MPI messages
  shared_memory,  ///< the receiver reads the sender's block where it lies, without a copy
};

/// A fixed pattern of blocks between all ranks of a group, set up once and used many times: rank r
/// gets send_counts[r] doubles from this rank and this rank gets recv_counts[r] from it. The block
/// for this rank itself never moves.
///
/// One exchange: write the send blocks, begin(), finish(), read the receive blocks. The buffers are
/// owned here and used in turn, so ask for the addresses again in every exchange:
/// - send_block(r) may be written from finish() (at first: from construction) to the next begin();
/// - recv_block(r) may be read from finish() to the next begin(); recv_block(own) already from
/// begin() on, and it is
///   where send_block(own) was before begin().
/// Hence the next exchange may be packed while the last one is still being read. Blocks begin on
/// 64-byte boundaries.
class AllToAll {
 public:
  /// Collective. Throws base::Error if the counts are not one per rank, or differ for the own
  /// block, or if shared memory is asked for and cannot be had.
  AllToAll(const Communicator& group, std::span<const std::size_t> send_counts,
           std::span<const std::size_t> recv_counts, Transport transport = Transport::automatic);
  ~AllToAll();
  AllToAll(AllToAll&&) noexcept;
  AllToAll& operator=(AllToAll&&) noexcept;

  [[nodiscard]] double* send_block(int r);
  [[nodiscard]] const double* recv_block(int r) const;
  void begin();
  /// Waits for the block of every rank.
  void finish();
  [[nodiscard]] std::size_t bytes_per_exchange() const;  ///< sent to other ranks by this rank

 private:
  std::unique_ptr<BlockTransport> transport_;
  std::size_t bytes_per_exchange_;
};

}  // namespace lobatto::comm
