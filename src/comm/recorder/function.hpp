#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lobatto::comm {

/// What a function is for. `wait` completes or asks after messages that others began.
enum class MpiKind : std::uint8_t { point_to_point, wait, collective, other };

/// The functions that are told apart, and the exchange in shared memory that takes the place of
/// messages within a node.
enum class MpiFunction : std::uint8_t {
  send,
  bsend,
  ssend,
  rsend,
  isend,
  ibsend,
  issend,
  irsend,
  recv,
  irecv,
  sendrecv,
  sendrecv_replace,
  start,
  startall,
  shared_memory_send,
  wait,
  waitall,
  waitany,
  waitsome,
  test,
  testall,
  testany,
  testsome,
  probe,
  iprobe,
  shared_memory_wait,
  barrier,
  bcast,
  reduce,
  allreduce,
  gather,
  gatherv,
  scatter,
  scatterv,
  allgather,
  allgatherv,
  alltoall,
  alltoallv,
  alltoallw,
  reduce_scatter,
  reduce_scatter_block,
  scan,
  exscan,
  ibarrier,
  ibcast,
  iallreduce,
  iallgather,
  iallgatherv,
  ialltoall,
  ialltoallv,
  comm_dup,
  comm_split,
  comm_split_type,
  comm_create,
  comm_free,
  send_init,
  recv_init,
  request_free,
  file_open,
  file_close,
  file_set_view,
  file_set_size,
  file_sync,
  file_read_at,
  file_read_at_all,
  file_write_at,
  file_write_at_all,
  count
};

inline constexpr std::size_t n_mpi_functions = static_cast<std::size_t>(MpiFunction::count);

struct MpiFunctionInfo {
  std::string_view name;
  MpiKind kind;
};

/// Name and kind of each MpiFunction, in their order.
extern const std::array<MpiFunctionInfo, n_mpi_functions> mpi_functions;

/// "point-to-point", "wait", "collective", "other"
std::string_view name_of(MpiKind kind);

}  // namespace lobatto::comm
