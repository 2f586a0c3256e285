#include "comm/exchange/byte_gather.hpp"

#include <algorithm>
#include <utility>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

namespace {

constexpr int parcel_tag = 1;

template <class Action>
void for_each_message(std::size_t length, Action action) {
  for (std::size_t at = 0; at < length; at += longest_message)
    action(at, mpi_count(std::min(longest_message, length - at)));
}

}  // namespace

ByteGather::ByteGather(const Communicator& group, base::ByteBuffer own,
                       std::vector<base::ByteBuffer> memory)
    : parcels_(std::move(memory)) {
  const long long length = static_cast<long long>(own.size());
  const auto lengths = group.all_gather(std::span(&length, 1));
  parcels_.resize(group.rank() == 0 ? lengths.size() : 1);
  parcels_[0] = std::move(own);
  if (group.rank() != 0) {
    for_each_message(parcels_[0].size(), [&](std::size_t at, int n) {
      check_mpi(MPI_Isend(parcels_[0].data() + at, n, MPI_BYTE, 0, parcel_tag, group.handle(),
                          &requests_.emplace_back()),
                "MPI_Isend");
    });
    return;
  }
  for (int from = 1; from < group.size(); ++from) {
    auto& parcel = parcels_[from];
    parcel.clear();
    const auto room = parcel.room(static_cast<std::size_t>(lengths[from]));
    parcel.extend(room.size());
    for_each_message(room.size(), [&](std::size_t at, int n) {
      check_mpi(MPI_Irecv(room.data() + at, n, MPI_BYTE, from, parcel_tag, group.handle(),
                          &requests_.emplace_back()),
                "MPI_Irecv");
    });
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
