#include "io/hdf5/chunk_codec.hpp"

#include <algorithm>
namespace lobatto::io {

namespace {

/// Values that stay in the first cache with all their passes.
constexpr std::size_t tile = 256;
constexpr std::size_t largest_value = 8;
using Scratch = std::byte[2 * tile * largest_value];

/// Bytes 0, 2, 4, ... to `even`, 1, 3, 5, ... to `odd`, n of each.
void split(const std::byte* __restrict from, std::size_t n, std::byte* __restrict even,
           std::byte* __restrict odd) {
  for (std::size_t i = 0; i < n; ++i) {
    even[i] = from[2 * i];
    odd[i] = from[2 * i + 1];
  }
}

void join(const std::byte* __restrict even, const std::byte* __restrict odd, std::size_t n,
          std::byte* __restrict to) {
  for (std::size_t i = 0; i < n; ++i) {
    to[2 * i] = even[i];
    to[2 * i + 1] = odd[i];
  }
}

// In passes over pairs of bytes, which compilers turn into wide packs; a plain loop over the
// strides is one instruction a byte. The bytes of a record that stand at even places make a record
// of half the size, and so do the others; their planes alternate, `stride` bytes apart.

/// scratch: twice the n_bytes.
void shuffle_planes(std::size_t size, const std::byte* from, std::size_t n_bytes,
                    std::byte* scratch, std::byte* to, std::size_t stride) {
  const std::size_t half = n_bytes / 2;
  if (size == 1) {
    std::copy_n(from, n_bytes, to);
  } else if (size == 2) {
    split(from, half, to, to + stride);
  } else {
    split(from, half, scratch, scratch + half);
    shuffle_planes(size / 2, scratch, half, scratch + n_bytes, to, 2 * stride);
    shuffle_planes(size / 2, scratch + half, half, scratch + n_bytes, to + stride, 2 * stride);
  }
}

void unshuffle_planes(std::size_t size, const std::byte* from, std::size_t stride,
                      std::byte* scratch, std::byte* to, std::size_t n_bytes) {
  const std::size_t half = n_bytes / 2;
  if (size == 1) {
    std::copy_n(from, n_bytes, to);
  } else if (size == 2) {
    join(from, from + stride, half, to);
  } else {
    unshuffle_planes(size / 2, from, 2 * stride, scratch + n_bytes, scratch, half);
    unshuffle_planes(size / 2, from + stride, 2 * stride, scratch + n_bytes, scratch + half, half);
    join(scratch, scratch + half, half, to);
  }
}

}  // namespace

void shuffle_bytes(std::size_t value_size, std::span<const std::byte> from,
                   std::span<std::byte> to) {
  Scratch scratch;
  const std::size_t n = from.size() / value_size;
  for (std::size_t i = 0; i < n; i += tile) {
    const std::size_t n_bytes = std::min(tile, n - i) * value_size;
    shuffle_planes(value_size, from.data() + i * value_size, n_bytes, scratch, to.data() + i, n);
  }
}

void unshuffle_bytes(std::size_t value_size, std::span<const std::byte> from,
                     std::span<std::byte> to) {
  Scratch scratch;
  const std::size_t n = from.size() / value_size;
  for (std::size_t i = 0; i < n; i += tile) {
    const std::size_t n_bytes = std::min(tile, n - i) * value_size;
    unshuffle_planes(value_size, from.data() + i, n, scratch, to.data() + i * value_size, n_bytes);
  }
}

}  // namespace lobatto::io
