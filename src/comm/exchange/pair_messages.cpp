#include "comm/exchange/pair_messages.hpp"

#include <mpi.h>

#include <vector>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {
constexpr int tag = 0, answer_tag = 1;
}

Pairing pair_halves(int rank, int size) {
  const int half = size / 2;
  if (rank >= 2 * half) return {};
  return rank < half ? Pairing{rank + half, true} : Pairing{rank - half, false};
}

PairMessages::PairMessages(const Communicator& group, Pairing pairing,
                           std::size_t n_bytes_in_flight)
    : group_(group.duplicate()),
      pairing_(pairing),
      sent_(n_bytes_in_flight),
      received_(n_bytes_in_flight) {}

double PairMessages::ping_pong(std::size_t n_bytes, int n_rounds) {
  if (pairing_.partner < 0) return 0;
  const int count = mpi_count(n_bytes);
  const auto send = [&] {
    check_mpi(MPI_Send(sent_.data(), count, MPI_CHAR, pairing_.partner, tag, group_.handle()),
              "MPI_Send");
  };
  const auto receive = [&] {
    check_mpi(MPI_Recv(received_.data(), count, MPI_CHAR, pairing_.partner, tag, group_.handle(),
                       MPI_STATUS_IGNORE),
              "MPI_Recv");
  };
  const double start = MPI_Wtime();
  for (int round = 0; round < n_rounds; ++round) {
    if (pairing_.begins) send();
    receive();
    if (!pairing_.begins) send();
  }
  return MPI_Wtime() - start;
}

double PairMessages::one_way(std::size_t n_bytes, int window, int n_windows) {
  return move_windows(n_bytes, window, n_windows, pairing_.begins ? Flow::out : Flow::in);
}

double PairMessages::two_ways(std::size_t n_bytes, int window, int n_windows) {
  return move_windows(n_bytes, window, n_windows, Flow::both);
}

PairMessages::Traffic PairMessages::two_ways_for(std::size_t n_bytes, int window, double seconds) {
  Traffic traffic;
  if (pairing_.partner < 0) return traffic;
  const double start = MPI_Wtime();
  for (int goes_on = 1; goes_on != 0; ++traffic.n_windows) {
    move_window(n_bytes, window, Flow::both);
    traffic.seconds = MPI_Wtime() - start;
    goes_on = traffic.seconds < seconds ? 1 : 0;
    check_mpi(pairing_.begins
                  ? MPI_Send(&goes_on, 1, MPI_INT, pairing_.partner, answer_tag, group_.handle())
                  : MPI_Recv(&goes_on, 1, MPI_INT, pairing_.partner, answer_tag, group_.handle(),
                             MPI_STATUS_IGNORE),
              "the end of a window of messages");
  }
  // What was sent last may still lie in buffers of the system: the other tells when it has all.
  check_mpi(pairing_.begins
                ? MPI_Recv(nullptr, 0, MPI_CHAR, pairing_.partner, answer_tag, group_.handle(),
                           MPI_STATUS_IGNORE)
                : MPI_Send(nullptr, 0, MPI_CHAR, pairing_.partner, answer_tag, group_.handle()),
            "the answer to the last window of messages");
  traffic.seconds = MPI_Wtime() - start;
  return traffic;
}

double PairMessages::move_windows(std::size_t n_bytes, int window, int n_windows, Flow flow) {
  if (pairing_.partner < 0) return 0;
  const double start = MPI_Wtime();
  for (int i = 0; i < n_windows; ++i) move_window(n_bytes, window, flow);
  return MPI_Wtime() - start;
}

void PairMessages::move_window(std::size_t n_bytes, int window, Flow flow) {
  const int count = mpi_count(n_bytes);
  std::vector<MPI_Request> requests;
  requests.reserve(2 * static_cast<std::size_t>(window));
  if (flow != Flow::out)
    for (int m = 0; m < window; ++m)
      check_mpi(MPI_Irecv(received_.data() + m * n_bytes, count, MPI_CHAR, pairing_.partner, tag,
                          group_.handle(), &requests.emplace_back()),
                "MPI_Irecv");
  if (flow != Flow::in)
    for (int m = 0; m < window; ++m)
      check_mpi(MPI_Isend(sent_.data() + m * n_bytes, count, MPI_CHAR, pairing_.partner, tag,
                          group_.handle(), &requests.emplace_back()),
                "MPI_Isend");
  check_mpi(MPI_Waitall(mpi_count(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  check_mpi(flow == Flow::out ? MPI_Recv(nullptr, 0, MPI_CHAR, pairing_.partner, answer_tag,
                                         group_.handle(), MPI_STATUS_IGNORE)
            : flow == Flow::in
                ? MPI_Send(nullptr, 0, MPI_CHAR, pairing_.partner, answer_tag, group_.handle())
                : MPI_SUCCESS,
            "the answer to a window of messages");
}

}  // namespace lobatto::comm
