#include "comm/files/shared_file.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "comm/files/file_hints.hpp"
#include "comm/mpi_calls.hpp"

namespace lobatto::comm {

SharedFile::SharedFile(const Communicator& group, const std::filesystem::path& file, Mode mode) {
  const int access =
      mode == Mode::create ? MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR : MPI_MODE_RDONLY;
  const FileHints hints;
  check_mpi(MPI_File_open(group.handle(), file.c_str(), access, hints.handle(), &handle_),
            fmt::format("MPI_File_open of {}", file.string()).c_str());
}

SharedFile::~SharedFile() {
  if (handle_ != MPI_FILE_NULL) MPI_File_close(&handle_);
}

void SharedFile::write_at(std::size_t offset, std::span<const std::byte> bytes) {
  MPI_Status status;
  check_mpi(MPI_File_write_at_all(handle_, static_cast<MPI_Offset>(offset), bytes.data(),
                                  mpi_count(bytes.size()), MPI_BYTE, &status),
            "MPI_File_write_at_all");
  int n_written = 0;
  MPI_Get_count(&status, MPI_BYTE, &n_written);
  if (static_cast<std::size_t>(n_written) != bytes.size())
    throw base::Error(
        fmt::format("MPI_File_write_at_all wrote {} of {} bytes", n_written, bytes.size()));
}

void SharedFile::read_at(std::size_t offset, std::span<std::byte> bytes) {
  MPI_Status status;
  check_mpi(MPI_File_read_at_all(handle_, static_cast<MPI_Offset>(offset), bytes.data(),
                                 mpi_count(bytes.size()), MPI_BYTE, &status),
            "MPI_File_read_at_all");
  int n_read = 0;
  MPI_Get_count(&status, MPI_BYTE, &n_read);
  if (static_cast<std::size_t>(n_read) != bytes.size())
    throw base::Error(
        fmt::format("MPI_File_read_at_all read {} of {} bytes", n_read, bytes.size()));
}

void SharedFile::sync() { check_mpi(MPI_File_sync(handle_), "MPI_File_sync"); }

}  // namespace lobatto::comm
