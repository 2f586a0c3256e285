#pragma once

#include <mpi.h>

namespace lobatto::comm {

/// The communicator with this integer as its handle, as other languages know it: that of MPI 5.0,
/// or of Fortran where MPI is older.
inline MPI_Comm communicator_of_integer(int handle) {
// MPI 5.0 has integers for handles in C, and its ABI has no Fortran in it.
#if MPI_VERSION >= 5
  return MPI_Comm_fromint(handle);
#else
  return MPI_Comm_f2c(handle);
#endif
}

}  // namespace lobatto::comm
