#include "comm/recorder/call.hpp"

#include <array>
#include <limits>
#include <string>

#include "base/error.hpp"

namespace lobatto::comm {

void check_mpi(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw base::Error(std::string(call) +
                    " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

int mpi_count(std::size_t n_values) {
  if (n_values > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw base::Error("a message of " + std::to_string(n_values) +
                      " values is longer than MPI can count (2^31 - 1); use more ranks");
  }
  return static_cast<int>(n_values);
}

}  // namespace lobatto::comm
