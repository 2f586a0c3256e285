#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Messages that are described once and then sent and received many times. The buffers must stay
/// where they are, and `group`, which must be kept alive, should carry no other messages.
class PersistentRequests {
 public:
  explicit PersistentRequests(const Communicator& group) : handle_(group.handle()) {}
  ~PersistentRequests();
  PersistentRequests(PersistentRequests&&) noexcept = default;
  PersistentRequests& operator=(PersistentRequests&&) = delete;

  void add_receive(double* buffer, std::size_t n_values, int source);
  void add_send(const double* buffer, std::size_t n_values, int destination);
  void start_all();
  /// Lets what was started move on; whether all of it has arrived, after which it costs nothing.
  bool test_all();
  void wait_all();

 private:
  MPI_Comm handle_;
  std::vector<MPI_Request> requests_;
  bool all_done_ = true;  ///< of the last start
};

}  // namespace lobatto::comm
