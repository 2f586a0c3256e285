#pragma once

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// Seconds of the slowest rank for a part of the work that all begin together. Collective.
template <class Part>
double seconds_of_slowest(const comm::Communicator& communicator, const Part& part) {
  communicator.barrier();
  const base::Stopwatch watch;
  part();
  return communicator.max(watch.seconds());
}

}  // namespace lobatto::accept
