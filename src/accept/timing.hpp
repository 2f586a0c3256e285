#pragma once

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"

namespace lobatto::accept {

/// Seconds of the slowest rank for work that all begin together. Collective.
template <class Work>
double seconds_of_slowest(const comm::Communicator& communicator, const Work& work) {
  communicator.barrier();
  const base::Stopwatch watch;
  work();
  return communicator.max(watch.seconds());
}

}  // namespace lobatto::accept
