#pragma once

#include <string>

namespace lobatto::io {

/// The libraries that files and messages depend on, as found when running: "HDF5 1.10.8, LZ4 1.9.4,
/// Open MPI v4.1.4, ...".
std::string library_versions();

}  // namespace lobatto::io
