#pragma once

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace lobatto::comm {

/// Throws base::Error with MPI's own text when `code` is not MPI_SUCCESS. Our communicators return
/// error codes instead of ending the job, so that the application's one handler can say what
/// failed.
void check_mpi(int code, const char* call);

/// A length as MPI wants it. Throws base::Error where a message would have more than 2^31 - 1
/// values.
[[nodiscard]] int mpi_count(std::size_t n_values);

/// Bytes of the longest message that is sent as a whole.
inline constexpr std::size_t longest_message = std::size_t{1} << 30;

/// The ranks of a communicator as ranks of MPI_COMM_WORLD. Not collective.
std::vector<int> world_ranks(MPI_Comm handle);

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
