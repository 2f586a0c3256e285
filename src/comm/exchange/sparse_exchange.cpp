#include "comm/exchange/sparse_exchange.hpp"

#include <mpi.h>

#include <utility>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

constexpr int letter_tag = 0;

/// Letters on their way to other ranks. Each is gone as soon as the other has it, so that letters
/// out and letters in together take hardly more memory than either.
class Sending {
 public:
  /// That to this rank itself is put with those received.
  Sending(Letters letters, const Communicator& group, Letters& received) {
    for (auto& [rank, values] : letters) {
      if (rank == group.rank()) {
        received[rank] = std::move(values);
        continue;
      }
      const auto& letter = letters_.emplace_back(std::move(values));
      // Synchronous: it ends only when the other has begun to receive.
      check_mpi(MPI_Issend(letter.data(), mpi_count(letter.size()), MPI_LONG_LONG, rank, letter_tag,
                           group.handle(), &requests_.emplace_back()),
                "MPI_Issend");
    }
    done_.resize(requests_.size());
  }

  /// Whether all have been taken.
  bool test() {
    int n_done = 0;
    check_mpi(MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &n_done,
                           done_.data(), MPI_STATUSES_IGNORE),
              "MPI_Testsome");
    if (n_done == MPI_UNDEFINED) return true;
    for (int i = 0; i < n_done; ++i) letters_[static_cast<std::size_t>(done_[i])] = {};
    return false;
  }

 private:
  std::vector<std::vector<long long>> letters_;
  std::vector<MPI_Request> requests_;
  std::vector<int> done_;
};

void receive_if_any(const Communicator& group, Letters& received) {
  int has_come = 0, count = 0;
  MPI_Status status;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, letter_tag, group.handle(), &has_come, &status),
            "MPI_Iprobe");
  if (has_come == 0) return;
  check_mpi(MPI_Get_count(&status, MPI_LONG_LONG, &count), "MPI_Get_count");
  std::vector<long long>& values = received[status.MPI_SOURCE];
  values.resize(static_cast<std::size_t>(count));
  check_mpi(MPI_Recv(values.data(), count, MPI_LONG_LONG, status.MPI_SOURCE, letter_tag,
                     group.handle(), MPI_STATUS_IGNORE),
            "MPI_Recv");
}

}  // namespace

Letters exchange_letters(Letters letters, const Communicator& communicator) {
  if (communicator.size() == 1) return letters;
  // Of the next exchange, which others may have begun, no letter must come in here.
  const Communicator group = communicator.duplicate();
  Letters received;
  Sending sending(std::move(letters), group, received);
  MPI_Request barrier = MPI_REQUEST_NULL;
  int is_over = 0;
  for (bool has_entered = false; is_over == 0;) {
    receive_if_any(group, received);
    if (has_entered) {
      check_mpi(MPI_Test(&barrier, &is_over, MPI_STATUS_IGNORE), "MPI_Test");
      continue;
    }
    if (!sending.test()) continue;
    check_mpi(MPI_Ibarrier(group.handle(), &barrier), "MPI_Ibarrier");
    has_entered = true;
  }
  return received;
}

}  // namespace lobatto::comm
