#pragma once

#include <cstddef>
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

}  // namespace lobatto::io
