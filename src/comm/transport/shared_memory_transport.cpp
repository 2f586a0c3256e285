#include "comm/transport/shared_memory_transport.hpp"

#include <random>

#include "comm/mpi_calls.hpp"
#include "comm/recorder/interposer.hpp"
#include "comm/transport/block_transport.hpp"

namespace lobatto::comm {

namespace {

std::size_t offset_of_buffer(const BlockLayout& layout, std::size_t buffer) {
  return bytes_of_counter + buffer * layout.size * sizeof(double);
}

}  // namespace

std::unique_ptr<BlockTransport> SharedMemoryTransport::create(
    const Communicator& group, std::span<const std::size_t> send_counts) {
  const BlockLayout layout(send_counts);
  auto segment = SharedSegment::create(group, offset_of_buffer(layout, 2));
  if (segment == nullptr) return nullptr;
  return std::unique_ptr<BlockTransport>(
      new SharedMemoryTransport(group, std::move(segment), send_counts));
}

SharedMemoryTransport::SharedMemoryTransport(const Communicator& group,
                                             std::unique_ptr<SharedSegment> segment,
                                             std::span<const std::size_t> send_counts)
    : own_rank_(group.rank()),
      segment_(std::move(segment)),
      world_ranks_(world_ranks(group.handle())),
      send_counts_(send_counts.begin(), send_counts.end()),
      trace_id_(static_cast<std::uint32_t>(group.max(std::random_device{}()))) {
  const BlockLayout layout(send_counts);
  const std::vector<std::size_t> one_a_rank(send_counts.size(), 1);
  for (const std::size_t buffer : {0, 1}) {
    // Every sender tells every receiver where in its part of the segment the block lies.
    std::vector<long long> offsets;
    for (const std::size_t offset : layout.offsets) {
      offsets.push_back(
          static_cast<long long>(offset_of_buffer(layout, buffer) + offset * sizeof(double)));
    }
    const Communicator::Parcels told = group.all_to_all(offsets, one_a_rank);
    for (int r = 0; r < group.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      send_blocks_[buffer].push_back(
          reinterpret_cast<double*>(segment_->part(own_rank_) + offsets[i]));
      recv_blocks_[buffer].push_back(
          reinterpret_cast<const double*>(segment_->part(r) + told.values[i]));
    }
  }
}

SharedCounter& SharedMemoryTransport::counter(int r) const {
  return *reinterpret_cast<SharedCounter*>(segment_->part(r));
}

double* SharedMemoryTransport::send_block(int r) {
  return send_blocks_[1 - buffer_of_last_begun()][static_cast<std::size_t>(r)];
}

const double* SharedMemoryTransport::recv_block(int r) const {
  return recv_blocks_[buffer_of_last_begun()][static_cast<std::size_t>(r)];
}

// No call of MPI, but a message and a wait for one all the same: they are recorded as such.
void SharedMemoryTransport::begin() {
  ++n_begun_;
  recorded(
      MpiFunction::shared_memory_send,
      [&](MpiRecorder& recorder) { return record_sends(recorder); },
      [&] {
        raise_to(counter(own_rank_), n_begun_);
        return MPI_SUCCESS;
      });
}

void SharedMemoryTransport::finish() {
  recorded(
      MpiFunction::shared_memory_wait,
      [&](MpiRecorder& recorder) {
        recorder.trace_leave(trace_id_, static_cast<std::uint32_t>(n_begun_));
        return std::size_t{0};
      },
      [&] {
        for (int r = 0; r < static_cast<int>(recv_blocks_[0].size()); ++r)
          wait_until([&] { return has_reached(counter(r), n_begun_); });
        return MPI_SUCCESS;
      });
}

std::size_t SharedMemoryTransport::record_sends(MpiRecorder& recorder) const {
  std::size_t bytes = 0;
  for (std::size_t r = 0; r < send_counts_.size(); ++r) {
    if (static_cast<int>(r) == own_rank_ || send_counts_[r] == 0) continue;
    recorder.count_message(world_ranks_[r], send_counts_[r] * sizeof(double));
    bytes += send_counts_[r] * sizeof(double);
  }
  recorder.trace_enter(trace_id_, static_cast<std::uint32_t>(n_begun_));
  return bytes;
}

}  // namespace lobatto::comm
