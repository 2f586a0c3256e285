#pragma once

#include <mpi.h>

namespace lobatto::comm {

/// What MPI-IO is told of the files that ranks write together. They need no locks: no two ranks
/// write the same bytes, and nobody reads a file before it is complete. So they can be written
/// where the file system has no locks. Nor do they need shared file pointers, see
/// do_without_shared_file_pointers().
class FileHints {
 public:
  FileHints();
  ~FileHints();
  FileHints(const FileHints&) = delete;
  FileHints& operator=(const FileHints&) = delete;

  [[nodiscard]] MPI_Info handle() const { return handle_; }

 private:
  MPI_Info handle_ = MPI_INFO_NULL;
};

/// Open MPI makes shared file pointers for every file that is opened, wanted or not: a semaphore in
/// /dev/shm whose name is that of the file alone, so that runs of two users on one node stop each
/// other, or files beside the file, some for each rank. This asks it to make none, by its own
/// variables (OMPI_MCA_sharedfp...); one that is set already stays. To be called before the first
/// file is opened, while this thread is alone.
void do_without_shared_file_pointers();

}  // namespace lobatto::comm
