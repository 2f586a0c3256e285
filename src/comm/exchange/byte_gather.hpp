#pragma once

#include <cstddef>
#include <vector>

#include "base/byte_buffer.hpp"
#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Bytes of all ranks on their way to rank 0 of a group, while the ranks do other things. Messages
/// move on in test() and wait(), and while MPI is at work for others.
class ByteGather {
 public:
  /// Begins; collective, and short: only lengths are exchanged here. memory: for what arrives, to
  /// be used again.
  ByteGather(const Communicator& group, base::ByteBuffer own,
             std::vector<base::ByteBuffer> memory = {});
  /// Waits.
  ~ByteGather();
  ByteGather(const ByteGather&) = delete;
  ByteGather& operator=(const ByteGather&) = delete;

  /// True when this rank's part is done: all has arrived on rank 0, all is sent on another.
  bool test();
  void wait();
  /// On rank 0 what each rank gave, in rank order; on others their own. After test() or wait().
  std::vector<base::ByteBuffer> take() { return std::move(parcels_); }

 private:
  std::vector<base::ByteBuffer> parcels_;
  std::vector<MPI_Request> requests_;
};

}  // namespace lobatto::comm
