#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace lobatto::direct {

/// Out-of-place transposition by 8 x 8 tiles held in registers; vector types of the compiler, so that it is shuffles on
/// any processor. Inline: the callers know the shape at compile time where it matters.
namespace tile {

inline constexpr int size = 8;
using Row = double __attribute__((vector_size(size * sizeof(double))));

/// The three steps exchange the off-diagonal quarters of blocks of 2, 4 and 8 columns of (a; b).
inline void swap_ones(Row& a, Row& b) {
  const Row x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
  b = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
}
inline void swap_twos(Row& a, Row& b) {
  const Row x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 1, 8, 9, 4, 5, 12, 13);
  b = __builtin_shufflevector(x, y, 2, 3, 10, 11, 6, 7, 14, 15);
}
inline void swap_fours(Row& a, Row& b) {
  const Row x = a, y = b;
  a = __builtin_shufflevector(x, y, 0, 1, 2, 3, 8, 9, 10, 11);
  b = __builtin_shufflevector(x, y, 4, 5, 6, 7, 12, 13, 14, 15);
}

inline void transpose(const double* in, std::size_t in_stride, double* out, std::size_t out_stride) {
  Row r[size];
  for (int i = 0; i < size; ++i) std::memcpy(&r[i], in + i * in_stride, sizeof(Row));
  for (int i = 0; i < size; i += 2) swap_ones(r[i], r[i + 1]);
  for (int i = 0; i < size; i += 4) {
    swap_twos(r[i], r[i + 2]);
    swap_twos(r[i + 1], r[i + 3]);
  }
  for (int i = 0; i < size / 2; ++i) swap_fours(r[i], r[i + 4]);
  for (int i = 0; i < size; ++i) std::memcpy(out + i * out_stride, &r[i], sizeof(Row));
}

}  // namespace tile

/// out(c, r) = in(r, c) for r < n_rows, c < n_cols; rows in_stride and out_stride apart; must not overlap. The last tile of
/// a side overlaps the one before it.
inline void transpose(const double* in, std::size_t in_stride, int n_rows, int n_cols, double* out,
                      std::size_t out_stride) {
  if (n_rows < tile::size || n_cols < tile::size) {
    for (int r = 0; r < n_rows; ++r) {
      for (int c = 0; c < n_cols; ++c) out[c * out_stride + r] = in[r * in_stride + c];
    }
    return;
  }
  for (int row = 0; row < n_rows; row += tile::size) {
    const int r = std::min(row, n_rows - tile::size);
    for (int col = 0; col < n_cols; col += tile::size) {
      const int c = std::min(col, n_cols - tile::size);
      tile::transpose(in + r * in_stride + c, in_stride, out + c * out_stride + r, out_stride);
    }
  }
}

}  // namespace lobatto::direct
