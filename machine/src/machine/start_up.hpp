#pragma once

#include <cstddef>

namespace lobatto::machine {

/// What it took this process to be ready for messages.
struct StartUp {
  double seconds = 0;        ///< from its launch until MPI was there; 0: not known
  double mpi_megabytes = 0;  ///< resident memory that MPI added when it started; 0: not known
};

/// To be called right after MPI has started; `resident_before`: perf::resident_bytes() before. The
/// launch is that of /proc/self/stat, in ticks of the system, usually 10 ms.
StartUp start_up_since(std::size_t resident_before);

}  // namespace lobatto::machine
