#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lobatto::io {

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
