#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lobatto::io {

/// Check sum of Fletcher, IEEE Trans. Commun. 30 (1982), as HDF5 stores it: two sums modulo
/// 2^16 - 1 over words w_i of two bytes, highest first,
///   sum_i w_i (low half)   and   sum_i (n - i) w_i (high half),   i = 0, ..., n - 1,
/// an odd last byte counting as a high one. Zero is 2^16 - 1 unless all bytes are zero. Any one
/// wrong bit changes it, and any wrong bits within two bytes but all of them.
std::uint32_t fletcher_32(std::span<const std::byte> bytes);

}  // namespace lobatto::io
