#include "comm/sparse_exchange.hpp"

#include <mpi.h>

#include <utility>

#include "comm/recorder/call.hpp"

namespace lobatto::comm {

namespace {

constexpr int tag = 0;

/// Sends all letters but that to this rank itself, which is put with those received.
std::vector<MPI_Request> begin_sends(Letters& letters, const Communicator& group,
                                     Letters& received) {
  std::vector<MPI_Request> requests;
  for (auto& [rank, values] : letters) {
    if (rank == group.rank()) {
      received[rank] = std::move(values);
      continue;
    }
    // Synchronous: it ends only when the other has begun to receive.
    check_mpi(MPI_Issend(values.data(), mpi_count(values.size()), MPI_LONG_LONG, rank, tag,
                         group.handle(), &requests.emplace_back()),
              "MPI_Issend");
  }
  return requests;
}

void receive_if_any(const Communicator& group, Letters& received) {
  int has_come = 0, count = 0;
  MPI_Status status;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, tag, group.handle(), &has_come, &status), "MPI_Iprobe");
  if (has_come == 0) return;
  check_mpi(MPI_Get_count(&status, MPI_LONG_LONG, &count), "MPI_Get_count");
  std::vector<long long>& values = received[status.MPI_SOURCE];
  values.resize(static_cast<std::size_t>(count));
  check_mpi(MPI_Recv(values.data(), count, MPI_LONG_LONG, status.MPI_SOURCE, tag, group.handle(),
                     MPI_STATUS_IGNORE),
            "MPI_Recv");
}

}  // namespace

Letters exchange_letters(Letters letters, const Communicator& communicator) {
  // Of the next exchange, which others may have begun, no letter must come in here.
  const Communicator group = communicator.duplicate();
  Letters received;
  auto requests = begin_sends(letters, group, received);
  MPI_Request barrier = MPI_REQUEST_NULL;
  int is_over = 0;
  for (bool has_entered = false; is_over == 0;) {
    receive_if_any(group, received);
    if (has_entered) {
      check_mpi(MPI_Test(&barrier, &is_over, MPI_STATUS_IGNORE), "MPI_Test");
      continue;
    }
    int are_taken = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &are_taken,
                          MPI_STATUSES_IGNORE),
              "MPI_Testall");
    if (are_taken == 0) continue;
    check_mpi(MPI_Ibarrier(group.handle(), &barrier), "MPI_Ibarrier");
    has_entered = true;
  }
  return received;
}

}  // namespace lobatto::comm
