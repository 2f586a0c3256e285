#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lobatto::io {

/// Makes an empty file, or empties it. Throws base::Error with the system's reason; `name` stands
/// for the file in it.
void make_empty_file(const std::filesystem::path& file, const std::string& name);

/// Takes the room for `bytes` bytes on the disk for a file that is there and lets it grow to that
/// size, so that writing them cannot run out of it. Where the file system cannot do that, only
/// checks that as much is free. Throws base::Error.
void reserve_room(const std::filesystem::path& file, const std::string& name, std::uintmax_t bytes);

}  // namespace lobatto::io
