// Collective calls, as the program and the libraries below it make them.
#include "comm/recorder/interposer.hpp"

using lobatto::comm::bytes_of;
using lobatto::comm::MpiFunction;
using lobatto::comm::MpiRecorder;
using lobatto::comm::recorded;
using Flow = MpiRecorder::Flow;

namespace {

int size_of(MPI_Comm group) {
  int size = 0;
  PMPI_Comm_size(group, &size);
  return size;
}

int rank_in(MPI_Comm group) {
  int rank = 0;
  PMPI_Comm_rank(group, &rank);
  return rank;
}

/// bytes() is called only where it is wanted.
template <class Bytes, class... Own>
int collective(MpiFunction function, MPI_Comm group, Flow flow, int root, Bytes bytes,
               Own... own_call) {
  return recorded(
      function,
      [&](MpiRecorder& recorder) {
        const std::size_t given = bytes();
        recorder.collective(group, flow, root, given);
        return given;
      },
      own_call...);
}

template <class Bytes, class... Of, class... Given>
int collective(MpiFunction function, MPI_Comm group, Bytes bytes, int (*own)(Of...),
               Given... given) {
  return collective(function, group, Flow::all, 0, bytes, own, given...);
}

/// The same for a call that only begins the operation.
template <class Bytes, class... Own>
int begun(MpiFunction function, MPI_Comm group, Flow flow, int root, const MPI_Request* request,
          Bytes bytes, Own... own_call) {
  return recorded(
      function,
      [&](MpiRecorder& recorder) {
        const std::size_t given = bytes();
        recorder.new_collective(*request, group, flow, root, given);
        return given;
      },
      own_call...);
}

std::size_t sum_of(const int counts[], int n, MPI_Datatype type) {
  std::size_t bytes = 0;
  for (int r = 0; r < n; ++r) bytes += bytes_of(counts[r], type);
  return bytes;
}

/// Blocks of one length: what is given where `buffer` may be MPI_IN_PLACE.
std::size_t block_of(const void* buffer, int n, MPI_Datatype type, int n_received,
                     MPI_Datatype received_type) {
  return buffer == MPI_IN_PLACE ? bytes_of(n_received, received_type) : bytes_of(n, type);
}

std::size_t gathered_block(const void* buffer, int n, MPI_Datatype type, const int n_received[],
                           MPI_Datatype received_type, MPI_Comm group) {
  return buffer == MPI_IN_PLACE ? bytes_of(n_received[rank_in(group)], received_type)
                                : bytes_of(n, type);
}

std::size_t all_blocks(const void* buffer, const int n[], MPI_Datatype type, const int n_received[],
                       MPI_Datatype received_type, MPI_Comm group) {
  return buffer == MPI_IN_PLACE ? sum_of(n_received, size_of(group), received_type)
                                : sum_of(n, size_of(group), type);
}

}  // namespace

extern "C" {

int MPI_Barrier(MPI_Comm group) {
  return collective(
      MpiFunction::barrier, group, [] { return std::size_t{0}; }, PMPI_Barrier, group);
}

int MPI_Bcast(void* buffer, int n, MPI_Datatype type, int root, MPI_Comm group) {
  return collective(
      MpiFunction::bcast, group, Flow::from_root, root, [&] { return bytes_of(n, type); },
      PMPI_Bcast, buffer, n, type, root, group);
}

int MPI_Reduce(const void* given, void* result, int n, MPI_Datatype type, MPI_Op operation,
               int root, MPI_Comm group) {
  return collective(
      MpiFunction::reduce, group, Flow::to_root, root, [&] { return bytes_of(n, type); },
      PMPI_Reduce, given, result, n, type, operation, root, group);
}

int MPI_Allreduce(const void* given, void* result, int n, MPI_Datatype type, MPI_Op operation,
                  MPI_Comm group) {
  return collective(
      MpiFunction::allreduce, group, [&] { return bytes_of(n, type); }, PMPI_Allreduce, given,
      result, n, type, operation, group);
}

int MPI_Gather(const void* given, int n, MPI_Datatype type, void* result, int n_received,
               MPI_Datatype received_type, int root, MPI_Comm group) {
  return collective(
      MpiFunction::gather, group, Flow::to_root, root,
      [&] { return block_of(given, n, type, n_received, received_type); }, PMPI_Gather, given, n,
      type, result, n_received, received_type, root, group);
}

int MPI_Gatherv(const void* given, int n, MPI_Datatype type, void* result, const int n_received[],
                const int offsets[], MPI_Datatype received_type, int root, MPI_Comm group) {
  return collective(
      MpiFunction::gatherv, group, Flow::to_root, root,
      [&] { return gathered_block(given, n, type, n_received, received_type, group); },
      PMPI_Gatherv, given, n, type, result, n_received, offsets, received_type, root, group);
}

int MPI_Scatter(const void* given, int n, MPI_Datatype type, void* result, int n_received,
                MPI_Datatype received_type, int root, MPI_Comm group) {
  return collective(
      MpiFunction::scatter, group, Flow::from_root, root,
      [&] {
        return rank_in(group) == root ? bytes_of(n, type) * static_cast<std::size_t>(size_of(group))
                                      : 0;
      },
      PMPI_Scatter, given, n, type, result, n_received, received_type, root, group);
}

int MPI_Scatterv(const void* given, const int n[], const int offsets[], MPI_Datatype type,
                 void* result, int n_received, MPI_Datatype received_type, int root,
                 MPI_Comm group) {
  return collective(
      MpiFunction::scatterv, group, Flow::from_root, root,
      [&] { return rank_in(group) == root ? sum_of(n, size_of(group), type) : 0; }, PMPI_Scatterv,
      given, n, offsets, type, result, n_received, received_type, root, group);
}

int MPI_Allgather(const void* given, int n, MPI_Datatype type, void* result, int n_received,
                  MPI_Datatype received_type, MPI_Comm group) {
  return collective(
      MpiFunction::allgather, group,
      [&] { return block_of(given, n, type, n_received, received_type); }, PMPI_Allgather, given, n,
      type, result, n_received, received_type, group);
}

int MPI_Allgatherv(const void* given, int n, MPI_Datatype type, void* result,
                   const int n_received[], const int offsets[], MPI_Datatype received_type,
                   MPI_Comm group) {
  return collective(
      MpiFunction::allgatherv, group,
      [&] { return gathered_block(given, n, type, n_received, received_type, group); },
      PMPI_Allgatherv, given, n, type, result, n_received, offsets, received_type, group);
}

int MPI_Alltoall(const void* given, int n, MPI_Datatype type, void* result, int n_received,
                 MPI_Datatype received_type, MPI_Comm group) {
  return collective(
      MpiFunction::alltoall, group,
      [&] {
        return block_of(given, n, type, n_received, received_type) *
               static_cast<std::size_t>(size_of(group));
      },
      PMPI_Alltoall, given, n, type, result, n_received, received_type, group);
}

int MPI_Alltoallv(const void* given, const int n[], const int offsets[], MPI_Datatype type,
                  void* result, const int n_received[], const int received_offsets[],
                  MPI_Datatype received_type, MPI_Comm group) {
  return collective(
      MpiFunction::alltoallv, group,
      [&] { return all_blocks(given, n, type, n_received, received_type, group); }, PMPI_Alltoallv,
      given, n, offsets, type, result, n_received, received_offsets, received_type, group);
}

int MPI_Alltoallw(const void* given, const int n[], const int offsets[], const MPI_Datatype types[],
                  void* result, const int n_received[], const int received_offsets[],
                  const MPI_Datatype received_types[], MPI_Comm group) {
  return collective(
      MpiFunction::alltoallw, group,
      [&] {
        const bool in_place = given == MPI_IN_PLACE;
        std::size_t bytes = 0;
        for (int r = 0; r < size_of(group); ++r)
          bytes += in_place ? bytes_of(n_received[r], received_types[r]) : bytes_of(n[r], types[r]);
        return bytes;
      },
      PMPI_Alltoallw, given, n, offsets, types, result, n_received, received_offsets,
      received_types, group);
}

int MPI_Reduce_scatter(const void* given, void* result, const int n[], MPI_Datatype type,
                       MPI_Op operation, MPI_Comm group) {
  return collective(
      MpiFunction::reduce_scatter, group, [&] { return sum_of(n, size_of(group), type); },
      PMPI_Reduce_scatter, given, result, n, type, operation, group);
}

int MPI_Reduce_scatter_block(const void* given, void* result, int n, MPI_Datatype type,
                             MPI_Op operation, MPI_Comm group) {
  return collective(
      MpiFunction::reduce_scatter_block, group,
      [&] { return bytes_of(n, type) * static_cast<std::size_t>(size_of(group)); },
      PMPI_Reduce_scatter_block, given, result, n, type, operation, group);
}

// A prefix sum needs the lower ranks only; the trace takes it for one that needs all of them.
int MPI_Scan(const void* given, void* result, int n, MPI_Datatype type, MPI_Op operation,
             MPI_Comm group) {
  return collective(
      MpiFunction::scan, group, [&] { return bytes_of(n, type); }, PMPI_Scan, given, result, n,
      type, operation, group);
}

int MPI_Exscan(const void* given, void* result, int n, MPI_Datatype type, MPI_Op operation,
               MPI_Comm group) {
  return collective(
      MpiFunction::exscan, group, [&] { return bytes_of(n, type); }, PMPI_Exscan, given, result, n,
      type, operation, group);
}

int MPI_Ibarrier(MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::ibarrier, group, Flow::all, 0, request, [] { return std::size_t{0}; },
      PMPI_Ibarrier, group, request);
}

int MPI_Ibcast(void* buffer, int n, MPI_Datatype type, int root, MPI_Comm group,
               MPI_Request* request) {
  return begun(
      MpiFunction::ibcast, group, Flow::from_root, root, request, [&] { return bytes_of(n, type); },
      PMPI_Ibcast, buffer, n, type, root, group, request);
}

int MPI_Iallreduce(const void* given, void* result, int n, MPI_Datatype type, MPI_Op operation,
                   MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::iallreduce, group, Flow::all, 0, request, [&] { return bytes_of(n, type); },
      PMPI_Iallreduce, given, result, n, type, operation, group, request);
}

int MPI_Iallgather(const void* given, int n, MPI_Datatype type, void* result, int n_received,
                   MPI_Datatype received_type, MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::iallgather, group, Flow::all, 0, request,
      [&] { return block_of(given, n, type, n_received, received_type); }, PMPI_Iallgather, given,
      n, type, result, n_received, received_type, group, request);
}

int MPI_Iallgatherv(const void* given, int n, MPI_Datatype type, void* result,
                    const int n_received[], const int offsets[], MPI_Datatype received_type,
                    MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::iallgatherv, group, Flow::all, 0, request,
      [&] { return gathered_block(given, n, type, n_received, received_type, group); },
      PMPI_Iallgatherv, given, n, type, result, n_received, offsets, received_type, group, request);
}

int MPI_Ialltoall(const void* given, int n, MPI_Datatype type, void* result, int n_received,
                  MPI_Datatype received_type, MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::ialltoall, group, Flow::all, 0, request,
      [&] {
        return block_of(given, n, type, n_received, received_type) *
               static_cast<std::size_t>(size_of(group));
      },
      PMPI_Ialltoall, given, n, type, result, n_received, received_type, group, request);
}

// NOLINTNEXTLINE(readability-function-size): as many parameters as MPI has
int MPI_Ialltoallv(const void* given, const int n[], const int offsets[], MPI_Datatype type,
                   void* result, const int n_received[], const int received_offsets[],
                   MPI_Datatype received_type, MPI_Comm group, MPI_Request* request) {
  return begun(
      MpiFunction::ialltoallv, group, Flow::all, 0, request,
      [&] { return all_blocks(given, n, type, n_received, received_type, group); }, PMPI_Ialltoallv,
      given, n, offsets, type, result, n_received, received_offsets, received_type, group, request);
}

}  // extern "C"
