#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// A fixed pattern of blocks between all ranks of a group, set up once and used many times: rank r gets send_counts[r]
/// doubles of this rank's send buffer (blocks one after another in rank order) and this rank gets recv_counts[r] from it.
/// The block for this rank itself is copied without MPI. Persistent requests.
class AllToAll {
 public:
  AllToAll(const Communicator& group, std::span<const std::size_t> send_counts,
           std::span<const std::size_t> recv_counts);
  ~AllToAll();
  AllToAll(AllToAll&&) noexcept;
  AllToAll& operator=(AllToAll&&) noexcept;

  /// Buffers are owned here (persistent requests need fixed addresses). Offsets of the block of rank r.
  [[nodiscard]] double* send_block(int r);
  [[nodiscard]] const double* recv_block(int r) const;
  /// The block for this rank itself is both sent and received in place: recv_block(own) == send_block(own).
  void begin();
  /// Waits for the block of every rank.
  void finish();
  [[nodiscard]] std::size_t bytes_per_exchange() const;  ///< sent to other ranks by this rank

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lobatto::comm
