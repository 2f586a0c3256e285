#pragma once

#include <mpi.h>

#include <cstddef>

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

}  // namespace lobatto::comm
