#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace lobatto::base {

/// Why a path that a user gave names no file to read: "no such file", "is a FIFO, not a regular
/// file", "is a folder, not a regular file"; empty where it names a regular file. Links are
/// followed. Nothing is opened: the opening of a FIFO waits for its other end, and devices never
/// end.
std::string fault_of_input(const std::filesystem::path& file);

/// Throws Error with the file and its fault_of_input.
void require_input(const std::filesystem::path& file);

/// The same for a file that must not be empty, for libraries that would read it all the same: what
/// the system lists with a length of zero may wait for ever.
void require_content(const std::filesystem::path& file);

/// Opens a file for reading, in binary. What the system lists with a length of zero is empty, such
/// as the files of /proc: a read of them may wait for ever. Throws Error with the file and why it
/// cannot be read.
std::ifstream open_input(const std::filesystem::path& file);

/// All of a file. Throws Error like open_input, and where the file is longer than `most_bytes` or
/// ends early.
std::string read_input(const std::filesystem::path& file,
                       std::uintmax_t most_bytes = std::numeric_limits<std::uintmax_t>::max());

/// Why nothing can be written under a path that a user gave: it is empty, or something other than a
/// regular file is there, a folder, a FIFO or a device. Empty where a file can be made or replaced,
/// as far as can be seen. Nothing is opened.
std::string fault_of_output(const std::filesystem::path& file);

/// Throws Error with the file and its fault_of_output.
void require_output(const std::filesystem::path& file);

}  // namespace lobatto::base
