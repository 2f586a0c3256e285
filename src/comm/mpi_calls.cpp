#include "comm/mpi_calls.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
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

std::vector<int> world_ranks(MPI_Comm handle) {
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  MPI_Comm_group(handle, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int size = 0;
  MPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::vector<int> in_world(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group_translate_ranks(group, size, ranks.data(), world, in_world.data());
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return in_world;
}

}  // namespace lobatto::comm
