#pragma once

#include <mpi.h>

#include <vector>

namespace lobatto::comm {

/// The ranks of a communicator as ranks of MPI_COMM_WORLD. Not collective.
std::vector<int> world_ranks(MPI_Comm handle);

}  // namespace lobatto::comm
