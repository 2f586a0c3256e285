#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lobatto::io {

/// A chunk of a dataset as HDF5 stores it behind the filters shuffle, LZ4 and Fletcher-32, so that
/// a compute rank can compress its own values and any HDF5 reader with the LZ4 filter reads them:
///   shuffle   all first bytes of the values, then all second ones, ...
///   LZ4       uncompressed length (8 byte), block length (4), compressed length (4), one block;
///             numbers with the highest byte first; a block that does not shrink stands as it is
///             (registered HDF5 filter 32004)
///   Fletcher  sum over all bytes before it (4 byte, lowest first)
/// The sum is of what lies on the disk, and is found wrong when any one bit of that is.
struct ChunkFormat {
  std::size_t value_size = 8;  ///< bytes
  bool shuffle = true;
};

/// Appends the stored form of `raw` to `out`. At most 2^30 bytes.
void encode_chunk(const ChunkFormat& format, std::span<const std::byte> raw,
                  std::vector<std::byte>& out);

/// The inverse, into exactly raw.size() bytes. Throws base::Error that says what is wrong with the
/// chunk: its length, its check sum, or its compressed block.
void decode_chunk(const ChunkFormat& format, std::span<const std::byte> stored,
                  std::span<std::byte> raw);

}  // namespace lobatto::io
