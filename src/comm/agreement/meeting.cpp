#include "comm/agreement/meeting.hpp"

#include <thread>

#include "base/text_hash.hpp"
#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

std::optional<Meeting::Difference> Meeting::meet(const Purpose& purpose) {
  come(purpose);
  check_mpi(MPI_Wait(&request_, MPI_STATUS_IGNORE), "MPI_Wait");
  return difference();
}

void Meeting::come(const Purpose& purpose) {
  purpose_ = purpose;
  const std::uint64_t own = base::text_hash(purpose.words) + static_cast<unsigned>(purpose.sort);
  agreed_ = {own, ~own};
  check_mpi(MPI_Iallreduce(MPI_IN_PLACE, agreed_.data(), 2, MPI_UINT64_T, MPI_MIN,
                           communicator_.handle(), &request_),
            "MPI_Iallreduce");
}

bool Meeting::waits(std::optional<std::chrono::milliseconds> patience) {
  const auto begin = Clock::now();
  for (int done = 0;;) {
    check_mpi(MPI_Test(&request_, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done != 0) return true;
    if (patience && Clock::now() - begin > *patience) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::optional<Meeting::Difference> Meeting::difference() const {
  // The least is the largest: all are the same.
  if (agreed_[0] == ~agreed_[1]) return std::nullopt;
  Difference found;
  const auto sort = static_cast<long long>(purpose_.sort);
  found.sorts = communicator_.all_gather(std::span(&sort, 1));
  Purpose first = purpose_;
  communicator_.broadcast(first.words, 0);
  first.sort = static_cast<int>(found.sorts.front());
  const int rank = communicator_.rank(), size = communicator_.size();
  const auto other = communicator_.max_location(first == purpose_ ? 0.0 : size - rank);
  found.rank = other.rank;
  found.words_of_first = first.words;
  found.words_of_rank = purpose_.words;
  communicator_.broadcast(found.words_of_rank, found.rank);
  return found;
}

}  // namespace lobatto::comm
