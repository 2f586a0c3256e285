#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "kernels/registers/lanes.hpp"

namespace lobatto::direct {

/// Out-of-place transposition by tiles held in registers, 8 x 8 where a register holds 8 doubles
/// and 4 x 4 elsewhere; vector types of the compiler, so that it is shuffles on any processor.
/// Inline: the callers know the shape at compile time where it matters.
namespace tile {

using Two = double __attribute__((vector_size(2 * sizeof(double))));
using Four = double __attribute__((vector_size(4 * sizeof(double))));
using Eight = double __attribute__((vector_size(8 * sizeof(double))));

inline constexpr int size = kernels::n_lanes == 8 ? 8 : 4;
using Row = std::conditional_t<size == 8, Eight, Four>;
using HalfRow = std::conditional_t<size == 8, Four, Two>;

/// Exchanges the off-diagonal quarters of all blocks of 2 columns of (a; b).
inline void swap_ones(Eight& a, Eight& b) {
  const Eight x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
  b = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
}
inline void swap_ones(Four& a, Four& b) {
  const Four x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 4, 2, 6);
  b = __builtin_shufflevector(x, y, 1, 5, 3, 7);
}

/// The same of blocks of 4 columns.
inline void swap_twos(Eight& a, Eight& b) {
  const Eight x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
  b = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
}

inline void join(Eight& row, const Four& left, const Four& right) {
  row = __builtin_shufflevector(left, right, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline void join(Four& row, const Two& left, const Two& right) {
  row = __builtin_shufflevector(left, right, 0, 1, 2, 3);
}

/// What is left to do of rows of which the largest and the smallest blocks have been exchanged.
inline void finish(Eight (&r)[8]) {
  for (int i = 0; i < 8; i += 4) {
    swap_twos(r[i], r[i + 2]);
    swap_twos(r[i + 1], r[i + 3]);
  }
}
inline void finish(Four (&)[4]) {}

/// The exchange of the largest blocks is done by loading halves of rows, which spares shuffles.
[[gnu::always_inline]] inline void transpose(const double* in, std::size_t in_stride, double* out,
                                             std::size_t out_stride) {
  constexpr int half = size / 2;
  Row r[size];
  for (int i = 0; i < half; ++i) {
    HalfRow upper_left, upper_right, lower_left, lower_right;
    std::memcpy(&upper_left, in + i * in_stride, sizeof(HalfRow));
    std::memcpy(&upper_right, in + i * in_stride + half, sizeof(HalfRow));
    std::memcpy(&lower_left, in + (i + half) * in_stride, sizeof(HalfRow));
    std::memcpy(&lower_right, in + (i + half) * in_stride + half, sizeof(HalfRow));
    join(r[i], upper_left, lower_left);
    join(r[i + half], upper_right, lower_right);
  }
  for (int i = 0; i < size; i += 2) swap_ones(r[i], r[i + 1]);
  finish(r);
  for (int i = 0; i < size; ++i) std::memcpy(out + i * out_stride, &r[i], sizeof(Row));
}

}  // namespace tile

/// out(c, r) = in(r, c) for r < n_rows, c < n_cols; rows in_stride and out_stride apart; must not
/// overlap. Rows of the result are written from end to end, a tile's height at a time: stores to
/// many pages in turn are slow. The last tile of a side overlaps the one before it.
[[gnu::always_inline]] inline void transpose(const double* in, std::size_t in_stride, int n_rows,
                                             int n_cols, double* out, std::size_t out_stride) {
  if (n_rows < tile::size || n_cols < tile::size) {
    for (int r = 0; r < n_rows; ++r) {
      for (int c = 0; c < n_cols; ++c) out[c * out_stride + r] = in[r * in_stride + c];
    }
    return;
  }
  for (int col = 0; col < n_cols; col += tile::size) {
    const int c = std::min(col, n_cols - tile::size);
    for (int row = 0; row < n_rows; row += tile::size) {
      const int r = std::min(row, n_rows - tile::size);
      tile::transpose(in + r * in_stride + c, in_stride, out + c * out_stride + r, out_stride);
    }
  }
}

}  // namespace lobatto::direct
