#include "comm/recorder/function.hpp"

namespace lobatto::comm {

namespace {
using enum MpiKind;
}

constexpr std::array<MpiFunctionInfo, n_mpi_functions> mpi_functions{{
    {"MPI_Send", point_to_point},
    {"MPI_Bsend", point_to_point},
    {"MPI_Ssend", point_to_point},
    {"MPI_Rsend", point_to_point},
    {"MPI_Isend", point_to_point},
    {"MPI_Ibsend", point_to_point},
    {"MPI_Issend", point_to_point},
    {"MPI_Irsend", point_to_point},
    {"MPI_Recv", point_to_point},
    {"MPI_Irecv", point_to_point},
    {"MPI_Sendrecv", point_to_point},
    {"MPI_Sendrecv_replace", point_to_point},
    {"MPI_Start", point_to_point},
    {"MPI_Startall", point_to_point},
    {"shared memory send", point_to_point},
    {"MPI_Wait", wait},
    {"MPI_Waitall", wait},
    {"MPI_Waitany", wait},
    {"MPI_Waitsome", wait},
    {"MPI_Test", wait},
    {"MPI_Testall", wait},
    {"MPI_Testany", wait},
    {"MPI_Testsome", wait},
    {"MPI_Probe", wait},
    {"MPI_Iprobe", wait},
    {"shared memory wait", wait},
    {"MPI_Barrier", collective},
    {"MPI_Bcast", collective},
    {"MPI_Reduce", collective},
    {"MPI_Allreduce", collective},
    {"MPI_Gather", collective},
    {"MPI_Gatherv", collective},
    {"MPI_Scatter", collective},
    {"MPI_Scatterv", collective},
    {"MPI_Allgather", collective},
    {"MPI_Allgatherv", collective},
    {"MPI_Alltoall", collective},
    {"MPI_Alltoallv", collective},
    {"MPI_Alltoallw", collective},
    {"MPI_Reduce_scatter", collective},
    {"MPI_Reduce_scatter_block", collective},
    {"MPI_Scan", collective},
    {"MPI_Exscan", collective},
    {"MPI_Ibarrier", collective},
    {"MPI_Ibcast", collective},
    {"MPI_Iallreduce", collective},
    {"MPI_Iallgather", collective},
    {"MPI_Iallgatherv", collective},
    {"MPI_Ialltoall", collective},
    {"MPI_Ialltoallv", collective},
    {"MPI_Comm_dup", other},
    {"MPI_Comm_split", other},
    {"MPI_Comm_split_type", other},
    {"MPI_Comm_create", other},
    {"MPI_Comm_free", other},
    {"MPI_Send_init", other},
    {"MPI_Recv_init", other},
    {"MPI_Request_free", other},
    {"MPI_File_open", other},
    {"MPI_File_close", other},
    {"MPI_File_set_view", other},
    {"MPI_File_set_size", other},
    {"MPI_File_sync", other},
    {"MPI_File_read_at", other},
    {"MPI_File_read_at_all", other},
    {"MPI_File_write_at", other},
    {"MPI_File_write_at_all", other},
}};

std::string_view name_of(MpiKind kind) {
  constexpr std::array<std::string_view, 4> names{"point-to-point", "wait", "collective", "other"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace lobatto::comm
