#include "io/hdf5/library_versions.hpp"

#include <hdf5.h>
#include <lz4.h>

#include <fmt/format.h>

#include "comm/communicator.hpp"

namespace lobatto::io {

std::string library_versions() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("HDF5 {}.{}.{}, LZ4 {}, {}", major, minor, release, LZ4_versionString(),
                     comm::mpi_library_version());
}

}  // namespace lobatto::io
