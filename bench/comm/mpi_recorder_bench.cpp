// What it costs that calls of MPI can be recorded, and that they are: nanoseconds a call on one
// rank, where MPI itself has least to do. The best of many rounds, each way in turn.
#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/recorder/recorder.hpp"

namespace {

using namespace lobatto;
using Clock = std::chrono::steady_clock;

constexpr int n_rounds = 400;
constexpr int n_calls = 1000;

/// Nanoseconds a call, best of a round.
template <class Call>
void take_best(double& best, Call call) {
  const auto start = Clock::now();
  for (int i = 0; i < n_calls; ++i) call();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  best = std::min(best, 1e9 * seconds / n_calls);
}

/// Straight to MPI, by way of the functions before it, and recorded.
template <class Direct, class Call>
void compare(const char* name, Direct direct, Call call, comm::MpiRecorder& recorder) {
  std::array<double, 3> best{};
  best.fill(std::numeric_limits<double>::infinity());
  const std::size_t region = 0;
  for (int round = 0; round < n_rounds; ++round) {
    take_best(best[0], direct);
    take_best(best[1], call);
    recorder.start(region);
    take_best(best[2], call);
    recorder.stop();
  }
  fmt::print("{:<34} {:>8.1f} {:>12.1f} {:>10.1f}\n", name, best[0], best[1], best[2]);
}

/// `n` messages of 8 bytes from this rank to itself, with their receptions.
std::vector<MPI_Request> messages_to_self(int n, std::vector<double>& values, MPI_Comm self) {
  std::vector<MPI_Request> requests(2 * static_cast<std::size_t>(n));
  values.resize(requests.size());
  for (int i = 0; i < n; ++i) {
    MPI_Recv_init(&values[2 * i], 1, MPI_DOUBLE, 0, i, self, &requests[2 * i]);
    MPI_Send_init(&values[2 * i + 1], 1, MPI_DOUBLE, 0, i, self, &requests[2 * i + 1]);
  }
  return requests;
}

}  // namespace

int main(int argc, char** argv) {
  const comm::Environment environment(argc, argv);
  comm::MpiRecorder recorder(std::size_t{16} << 20);
  const auto self = comm::Communicator::self();
  MPI_Comm handle = self.handle();
  fmt::print("{:<34} {:>8} {:>12} {:>10}   ns per call, one rank\n", "", "PMPI", "not recorded",
             "recorded");

  int found = 0;
  compare(
      "MPI_Iprobe", [&] { PMPI_Iprobe(0, 0, handle, &found, MPI_STATUS_IGNORE); },
      [&] { MPI_Iprobe(0, 0, handle, &found, MPI_STATUS_IGNORE); }, recorder);
  double value = 1;
  double sum = 0;
  compare(
      "MPI_Allreduce", [&] { PMPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, handle); },
      [&] { MPI_Allreduce(&value, &sum, 1, MPI_DOUBLE, MPI_SUM, handle); }, recorder);
  std::vector<double> values;
  auto requests = messages_to_self(8, values, handle);
  const int n = static_cast<int>(requests.size());
  compare(
      "MPI_Startall + MPI_Waitall, 8 pairs",
      [&] {
        PMPI_Startall(n, requests.data());
        PMPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
      },
      [&] {
        MPI_Startall(n, requests.data());
        MPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
      },
      recorder);
  for (MPI_Request& request : requests) MPI_Request_free(&request);
}
