#pragma once

#include <cstdint>
#include <filesystem>

#include "base/function_ref.hpp"
#include "io/hdf5/file.hpp"

namespace lobatto::io {

/// Writes a file of about `bytes` bytes with what `write` puts into it, and check sums of all of it
/// (FileSeal). It has its name only when it is complete; nothing is left of one that failed.
/// Collective; throws base::Error on every rank.
void write_hdf5(const std::filesystem::path& file, std::uintmax_t bytes,
                const comm::Communicator& communicator, base::FunctionRef<void(Hdf5File&)> write);

}  // namespace lobatto::io
