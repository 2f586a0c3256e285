#include "io/hdf5/end.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "io/file_seal.hpp"

namespace lobatto::io {

namespace {

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";

}  // namespace

// The superblock of versions 2 and 3 (HDF5 File Format Specification 3.0, section II.A): signature,
// version, 3 bytes, two addresses, then the end of the file, each address of 8 bytes, lowest first.
std::optional<std::uint64_t> hdf5_end(const std::filesystem::path& file) {
  constexpr std::size_t at_version = 8, at_end = 28;
  std::string head(at_end + 8, '\0');
  std::ifstream in = base::open_input(file);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (!in || !head.starts_with(signature) || (head[at_version] != 2 && head[at_version] != 3))
    return std::nullopt;
  std::uint64_t address = 0;
  for (std::size_t b = head.size(); b > at_end; --b)
    address = address << 8U | static_cast<unsigned char>(head[b - 1]);
  return address;
}

void check_behind_hdf5_end(const std::filesystem::path& file) {
  if (FileSeal::read(file)) return;
  const std::uint64_t size = std::filesystem::file_size(file);
  if (const std::uint64_t end = hdf5_end(file).value_or(size); size > end)
    throw base::Error(fmt::format("{}: its last {} bytes are not the check sums of a run",
                                  file.string(), size - end));
}

}  // namespace lobatto::io
