#pragma once

#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Bytes of all ranks on their way to rank 0 of a group, while the ranks do other things. Messages
/// move on in test() and wait(), and while MPI is at work for others.
class ByteGather {
 public:
  /// Begins; collective, and short: only lengths are exchanged here.
  ByteGather(const Communicator& group, std::vector<std::byte> own);
  /// Waits.
  ~ByteGather();
  ByteGather(const ByteGather&) = delete;
  ByteGather& operator=(const ByteGather&) = delete;

  /// True when this rank's part is done: all has arrived on rank 0, all is sent on another.
  bool test();
  void wait();
  /// On rank 0 what each rank gave, in rank order; nothing on others. After test() or wait().
  std::vector<std::vector<std::byte>> take() { return std::move(parcels_); }

 private:
  std::vector<std::byte> own_;  ///< while it is sent
  std::vector<std::vector<std::byte>> parcels_;
  std::vector<MPI_Request> requests_;
};

}  // namespace lobatto::comm
