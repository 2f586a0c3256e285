#pragma once

#include <optional>

#include "comm/communicator.hpp"

namespace lobatto::python {

/// That of mpi4py with this handle; without one that of all processes. Collective.
inline comm::Communicator communicator_of(std::optional<int> handle) {
  return handle ? comm::Communicator::from_integer(*handle) : comm::Communicator::world();
}

}  // namespace lobatto::python
