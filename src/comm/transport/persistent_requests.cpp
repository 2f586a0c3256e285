#include "comm/transport/persistent_requests.hpp"

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {
constexpr int request_tag = 0;
}

PersistentRequests::~PersistentRequests() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended != 0) return;
  for (MPI_Request& request : requests_) MPI_Request_free(&request);
}

void PersistentRequests::add_receive(double* buffer, std::size_t n_values, int source) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Recv_init(buffer, mpi_count(n_values), MPI_DOUBLE, source, request_tag, handle_,
                          &request),
            "MPI_Recv_init");
  requests_.push_back(request);
}

void PersistentRequests::add_send(const double* buffer, std::size_t n_values, int destination) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Send_init(buffer, mpi_count(n_values), MPI_DOUBLE, destination, request_tag,
                          handle_, &request),
            "MPI_Send_init");
  requests_.push_back(request);
}

void PersistentRequests::start_all() {
  if (requests_.empty()) return;  // Open MPI refuses an empty list here
  check_mpi(MPI_Startall(mpi_count(requests_.size()), requests_.data()), "MPI_Startall");
  all_done_ = false;
}

bool PersistentRequests::test_all() {
  if (all_done_) return true;
  int done = 0;
  check_mpi(MPI_Testall(mpi_count(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
  all_done_ = done != 0;
  return all_done_;
}

void PersistentRequests::wait_all() {
  if (all_done_) return;
  check_mpi(MPI_Waitall(mpi_count(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  all_done_ = true;
}

}  // namespace lobatto::comm
