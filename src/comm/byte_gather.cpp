#include "comm/byte_gather.hpp"

#include <algorithm>
#include <utility>

#include "comm/mpi_call.hpp"

namespace lobatto::comm {

namespace {

constexpr int tag = 1;
/// Bytes; MPI counts with int.
constexpr std::size_t longest_message = std::size_t{1} << 30;

}  // namespace

ByteGather::ByteGather(const Communicator& group, std::vector<std::byte> own)
    : own_(std::move(own)) {
  const long long length = static_cast<long long>(own_.size());
  const auto lengths = group.all_gather(std::span(&length, 1));
  if (group.rank() != 0) {
    for (std::size_t at = 0; at < own_.size(); at += longest_message) {
      const std::size_t n = std::min(longest_message, own_.size() - at);
      check_mpi(MPI_Isend(own_.data() + at, mpi_count(n), MPI_BYTE, 0, tag, group.handle(),
                          &requests_.emplace_back()),
                "MPI_Isend");
    }
    return;
  }
  parcels_.resize(lengths.size());
  parcels_[0] = std::move(own_);
  for (int from = 1; from < group.size(); ++from) {
    auto& parcel = parcels_[from];
    parcel.resize(static_cast<std::size_t>(lengths[from]));
    for (std::size_t at = 0; at < parcel.size(); at += longest_message) {
      const std::size_t n = std::min(longest_message, parcel.size() - at);
      check_mpi(MPI_Irecv(parcel.data() + at, mpi_count(n), MPI_BYTE, from, tag, group.handle(),
                          &requests_.emplace_back()),
                "MPI_Irecv");
    }
  }
}

ByteGather::~ByteGather() {
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

bool ByteGather::test() {
  int done = 0;
  check_mpi(MPI_Testall(mpi_count(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
  return done != 0;
}

void ByteGather::wait() {
  check_mpi(MPI_Waitall(mpi_count(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
}

}  // namespace lobatto::comm
