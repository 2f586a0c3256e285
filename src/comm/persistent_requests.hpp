#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// Messages that are described once and then sent and received many times. The buffers must stay
/// where they are. Holds a communicator of its own, so that its messages meet no others.
class PersistentRequests {
 public:
  /// Collective.
  explicit PersistentRequests(const Communicator& group) : group_(group.duplicate()) {}
  ~PersistentRequests();
  PersistentRequests(const PersistentRequests&) = delete;
  PersistentRequests& operator=(const PersistentRequests&) = delete;

  void add_receive(double* buffer, std::size_t n_values, int source);
  void add_send(const double* buffer, std::size_t n_values, int destination);
  void start_all();
  void wait_all();

 private:
  Communicator group_;
  std::vector<MPI_Request> requests_;
};

}  // namespace lobatto::comm
