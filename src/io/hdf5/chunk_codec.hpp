#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lobatto::io {

/// Of LZ4 among the filters of HDF5, as registered with the HDF Group.
inline constexpr int lz4_filter = 32004;

/// A chunk of a dataset as HDF5 stores it behind the filters shuffle, LZ4 and Fletcher-32, so that
/// a compute rank can compress its own values and any HDF5 reader with the LZ4 filter reads them:
///   shuffle   all first bytes of the values, then all second ones, ...
///   LZ4       uncompressed length (8 byte), block length (4), compressed length (4), one block;
///             numbers with the highest byte first; a block that does not shrink stands as it is
///             (lz4_filter)
///   Fletcher  sum over all bytes before it (4 byte, lowest first)
/// The sum is of what lies on the disk, and is found wrong when any one bit of that is.
struct ChunkFormat {
  std::size_t value_size = 8;  ///< bytes; 4 or 8
  bool shuffle = true;
};

/// Makes and reads chunks; keeps the memory that it needs from one to the next.
class ChunkCodec {
 public:
  /// Writes the stored form of `raw`, at most 2^30 bytes, to `out`, which holds longest_stored(),
  /// and returns its length.
  std::size_t encode(const ChunkFormat& format, std::span<const std::byte> raw,
                     std::span<std::byte> out);
  static std::size_t longest_stored(std::size_t raw_bytes);

  /// The inverse, into exactly raw.size() bytes. Throws base::Error that says what is wrong with
  /// the chunk: its length, its check sum, or its compressed block.
  void decode(const ChunkFormat& format, std::span<const std::byte> stored,
              std::span<std::byte> raw);

 private:
  std::vector<std::byte> shuffled_;
};

/// The check sum at the end of a stored chunk.
std::uint32_t checksum_of_chunk(std::span<const std::byte> stored);

/// All bytes of one weight together, as the HDF5 filter shuffle does it: byte b of value i goes
/// from i * value_size + b to b * n + i. value_size: 1, 2, 4 or 8; the spans hold n whole values
/// and must not overlap.
void shuffle_bytes(std::size_t value_size, std::span<const std::byte> from,
                   std::span<std::byte> to);

/// The inverse.
void unshuffle_bytes(std::size_t value_size, std::span<const std::byte> from,
                     std::span<std::byte> to);

/// Check sum of Fletcher, IEEE Trans. Commun. 30 (1982), as HDF5 stores it: two sums modulo
/// 2^16 - 1 over words w_i of two bytes, highest first,
///   sum_i w_i (low half)   and   sum_i (n - i) w_i (high half),   i = 0, ..., n - 1,
/// an odd last byte counting as a high one. Zero is 2^16 - 1 unless all bytes are zero. Any one
/// wrong bit changes it, and any wrong bits within two bytes but all of them.
std::uint32_t fletcher_32(std::span<const std::byte> bytes);

}  // namespace lobatto::io
