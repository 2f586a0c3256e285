#pragma once

#include <optional>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// A rank that never comes, and this one, which waits for it; both of one communicator.
struct Absence {
  int absent = 0;
  int waiting = 0;
};

/// Waits until all ranks have come, or those of communicator_of_integer(handle); costs a barrier.
/// Where one has said farewell, which is a message with this tag in MPI_COMM_WORLD, it never comes:
/// then the job has to end, for the others wait in the barrier. Collective.
std::optional<Absence> wait_for_all(std::optional<int> handle, int farewell);

}  // namespace lobatto::comm
