#pragma once

#include <ctime>

namespace lobatto::bench {

/// Processor time of this thread in seconds, so that a busy machine disturbs little.
inline double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace lobatto::bench
