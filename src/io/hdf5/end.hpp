#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lobatto::io {

/// How many bytes of an HDF5 file are HDF5's by its own account; readers ignore what follows. Empty
/// where the file is none, cannot be read, or is in a format older than that of version 1.8.
std::optional<std::uint64_t> hdf5_end(const std::filesystem::path& file);

/// Throws base::Error that names the file where something follows that end which is not a FileSeal:
/// HDF5 would read a file that has lost its check sums, or a part of them, and more perhaps.
void check_behind_hdf5_end(const std::filesystem::path& file);

}  // namespace lobatto::io
