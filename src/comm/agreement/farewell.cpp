#include "comm/agreement/farewell.hpp"

#include <chrono>
#include <span>
#include <thread>
#include <vector>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

/// Messages stay where they are: another communicator may wait for the same rank.
std::optional<int> first_with_message(std::span<const int> world_ranks, int tag) {
  for (int rank = 0; const int in_world : world_ranks) {
    int is_there = 0;
    check_mpi(MPI_Iprobe(in_world, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE),
              "MPI_Iprobe");
    if (is_there != 0) return rank;
    ++rank;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Absence> wait_for_all(std::optional<int> handle, int farewell) {
  MPI_Comm communicator = handle ? communicator_of_integer(*handle) : MPI_COMM_WORLD;
  MPI_Request barrier = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(communicator, &barrier), "MPI_Ibarrier");
  const std::vector<int> ranks = world_ranks(communicator);
  for (int n_looks = 1, done = 0;; ++n_looks) {
    check_mpi(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (n_looks % 100 != 0) continue;
    const auto absent = first_with_message(ranks, farewell);
    if (!absent) continue;
    int own = 0;
    check_mpi(MPI_Comm_rank(communicator, &own), "MPI_Comm_rank");
    return Absence{*absent, own};
  }
}

}  // namespace lobatto::comm
