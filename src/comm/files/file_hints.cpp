#include "comm/files/file_hints.hpp"

#include <cstdlib>
#include <utility>

#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

FileHints::FileHints() {
  check_mpi(MPI_Info_create(&handle_), "MPI_Info_create");
  constexpr std::pair<const char*, const char*> hints[] = {
      // ROMIO: data sieving reads, changes and writes back a stretch of the file under a lock.
      {"romio_ds_write", "disable"},
      // Open MPI: with it the component "individual" has the priority of its variable.
      {"OMPIO_SHAREDFP_RELAXED_ORDERING", "true"}};
  for (const auto& [key, value] : hints)
    check_mpi(MPI_Info_set(handle_, key, value), "MPI_Info_set");
}

FileHints::~FileHints() {
  if (handle_ != MPI_INFO_NULL) MPI_Info_free(&handle_);
}

// One component must be there, or no file could be opened; one with a negative priority is never
// chosen, and a file without any has no shared pointers.
void do_without_shared_file_pointers() {
  constexpr int keep = 0;
  setenv("OMPI_MCA_sharedfp", "individual", keep);
  setenv("OMPI_MCA_sharedfp_individual_priority", "-1", keep);
}

}  // namespace lobatto::comm
