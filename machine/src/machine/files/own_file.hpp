#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace lobatto::machine {

/// Makes a file with these bytes, on its medium when this returns, unless told otherwise. Throws
/// base::Error with the system's reason; also where there is a file of that name.
void write_file(const std::filesystem::path& file, std::span<const std::byte> bytes,
                bool sync = true);

/// Asks the system to keep nothing of the file in memory; what it does is its own affair.
void forget(const std::filesystem::path& file);

/// The first n_bytes, after forget. Throws base::Error where there are fewer.
std::vector<std::byte> read_file(const std::filesystem::path& file, std::size_t n_bytes);

}  // namespace lobatto::machine
