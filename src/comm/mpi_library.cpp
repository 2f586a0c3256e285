#include "comm/mpi_library.hpp"

#include <mpi.h>

#include "comm/communicator.hpp"

namespace lobatto::comm {

std::string mpi_library_of_build() {
#if defined(OPEN_MPI)
  return "Open MPI";
#elif defined(MPI_ABI_VERSION)
  return "MPI 5.0";
#else
  return "MPICH";
#endif
}

bool reaches_library_of_build() {
  // All but Open MPI share one binary interface or the other with MPICH.
  constexpr const char* open_mpi = "Open MPI";
  return mpi_library_version().starts_with(open_mpi) == (mpi_library_of_build() == open_mpi);
}

}  // namespace lobatto::comm
