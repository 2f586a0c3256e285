#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace lobatto::io {

/// Check sums of all bytes of a file, at its end, where readers of HDF5 and of Nek5000 field files
/// do not look. Numbers have the lowest byte first:
///   content      the file as its own format knows it
///   4 bytes      for each block of the content, the last of which may be shorter: its CRC-32
///   8 bytes      length of the content
///   4 bytes      length of a block
///   4 bytes      CRC-32 of all that follows the content up to here
///   16 bytes     LobattoCheckSums
/// The CRC-32 is that of IEEE 802.3 and zlib: it finds any wrong bits within 32 of each other, and
/// others but for one in 2^32. Blocks that stand in each other's place are found too.
class FileSeal {
 public:
  static constexpr std::uint32_t default_block = std::uint32_t{1} << 18;

  /// Of a file that ends with one. Throws base::Error that names the file where it cannot be read
  /// or where what stands at its end is damaged itself.
  static std::optional<FileSeal> read(const std::filesystem::path& file);

  [[nodiscard]] std::uint64_t content_bytes() const { return content_bytes_; }
  [[nodiscard]] std::uint64_t n_blocks() const { return sums_.size(); }
  /// Compares the blocks from `first` to before `last`. Throws base::Error that names the file and
  /// the first bytes that are not as they were written.
  void verify(std::uint64_t first, std::uint64_t last) const;

 private:
  std::filesystem::path file_;
  std::uint64_t content_bytes_ = 0;
  std::uint32_t block_bytes_ = 0;
  std::vector<std::uint32_t> sums_;
};

/// The length of a file with `content_bytes` bytes of content once it has its check sums.
std::uint64_t bytes_with_seal(std::uint64_t content_bytes,
                              std::uint32_t block_bytes = FileSeal::default_block);

/// Compares a file with the check sums at its end, where it has them; each rank a part. Collective;
/// throws base::Error on every rank.
void verify_if_sealed(const std::filesystem::path& file, const comm::Communicator& communicator);

/// Adds the check sums to a file that is complete but for them. `name` stands for the file in
/// errors. This process alone, and without MPI; throws base::Error.
void seal_file(const std::filesystem::path& file, const std::string& name,
               std::uint32_t block_bytes = FileSeal::default_block);
/// The same, each rank reading a part of it. Collective; throws on every rank.
void seal_file(const std::filesystem::path& file, const std::string& name,
               const comm::Communicator& communicator,
               std::uint32_t block_bytes = FileSeal::default_block);

}  // namespace lobatto::io
