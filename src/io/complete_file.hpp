#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/function_ref.hpp"
#include "comm/communicator.hpp"

namespace lobatto::io {

/// Makes a file that has its name only when it is complete: `write` makes it under the name that it
/// is given, and nothing is left where that fails. Collective, and so may `write` be; what it
/// throws as base::Error it must throw on every rank, and so does this.
void make_complete(const std::filesystem::path& file, const comm::Communicator& communicator,
                   base::FunctionRef<void(const std::filesystem::path&)> write);

/// Makes the folder of a file again where somebody has removed it while the run goes on. Not the
/// one above it: a run folder that is gone stays so.
void renew_folder_of(const std::filesystem::path& file);

/// Makes an empty file, or empties it. Throws base::Error with the system's reason; `name` stands
/// for the file in it.
void make_empty_file(const std::filesystem::path& file, const std::string& name);

/// Takes the room for `bytes` bytes on the disk for a file that is there and lets it grow to that
/// size, so that writing them cannot run out of it. Where the file system cannot do that, only
/// checks that as much is free. Throws base::Error.
void reserve_room(const std::filesystem::path& file, const std::string& name, std::uintmax_t bytes);

}  // namespace lobatto::io
