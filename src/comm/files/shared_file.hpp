#pragma once

#include <mpi.h>

#include <cstddef>
#include <filesystem>
#include <span>

#include "comm/communicator.hpp"

namespace lobatto::comm {

/// One file that all ranks of a group write or read together, by MPI-IO. Everything is collective;
/// what goes wrong is thrown as base::Error.
class SharedFile {
 public:
  enum class Mode { create, read };  ///< create: there must be none of that name

  SharedFile(const Communicator& group, const std::filesystem::path& file, Mode mode);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// This rank's part, at most 2^31 - 1 bytes, at its place in bytes from the beginning.
  void write_at(std::size_t offset, std::span<const std::byte> bytes);
  /// The file must be long enough: some libraries do not tell when it is not.
  void read_at(std::size_t offset, std::span<std::byte> bytes);
  /// Until what was written is on its medium.
  void sync();

 private:
  MPI_File handle_ = MPI_FILE_NULL;
};

}  // namespace lobatto::comm
