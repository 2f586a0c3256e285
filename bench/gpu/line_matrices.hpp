#pragma once

#include <vector>

#include "gpu/block.hpp"
#include "poly/matrix.hpp"

namespace lobatto::gpu {

/// A small matrix of R rows and K columns for products of lines, in the two forms in which a device
/// reads it: entries by value, for threads that take a line each, and tiles in memory, for warps.
template <int R, int K>
struct LineMatrix {
  static constexpr int rows = R, nodes = K;
  double entries[R][K];
  const double* tiles;

  LOBATTO_DEVICE double entry(int r, int k) const { return entries[r][k]; }
};

/// The same of a matrix that is symmetric about its middle, A(R-1-r, K-1-k) = sign A(r, k), as
/// interpolation (+) and derivatives (-) are on symmetric nodes. With the even and odd parts of x,
///   e_k = x_k + x_{K-1-k},  o_k = x_k - x_{K-1-k},  E = even e,  O = odd o,
///   y_r = E_r + O_r,  y_{R-1-r} = sign (E_r - O_r),
/// which takes half of the multiplications. (Solomonoff, J. Comput. Phys. 98 (1992) 174.)
template <int R, int K, int sign>
struct FoldedMatrix {
  static constexpr int rows = R, nodes = K;
  static constexpr int half_rows = (R + 1) / 2, half_nodes = (K + 1) / 2;
  double even[half_rows][half_nodes];
  double odd[half_rows][K / 2];
  const double* tiles;

  LOBATTO_DEVICE double entry(int r, int k) const {
    const bool is_mirrored = r >= half_rows;
    const int row = is_mirrored ? R - 1 - r : r, node = is_mirrored ? K - 1 - k : k;
    const double factor = is_mirrored ? sign : 1;
    if (node == K - 1 - node) return factor * even[row][node];
    return node < K / 2 ? factor * (even[row][node] + odd[row][node])
                        : factor * (even[row][K - 1 - node] - odd[row][K - 1 - node]);
  }
};

template <int R, int K>
void set_entries(const poly::Matrix& a, LineMatrix<R, K>& matrix) {
  for (int r = 0; r < R; ++r) {
    for (int k = 0; k < K; ++k) matrix.entries[r][k] = a(r, k);
  }
}

template <int R, int K, int sign>
void set_entries(const poly::Matrix& a, FoldedMatrix<R, K, sign>& matrix) {
  for (int r = 0; r < matrix.half_rows; ++r) {
    for (int k = 0; k < K / 2; ++k) {
      matrix.even[r][k] = (a(r, k) + a(r, K - 1 - k)) / 2;
      matrix.odd[r][k] = (a(r, k) - a(r, K - 1 - k)) / 2;
    }
    if (K % 2 == 1) matrix.even[r][K / 2] = a(r, K / 2);
  }
}

/// Where the entries stand among tiles: in the order in which the threads of a warp want them, with
/// zeros where R or K end before a tile does.
template <int R, int K>
struct MatrixTiles {
  static constexpr int of_rows = (R + 7) / 8, of_nodes = (K + 3) / 4;
  static constexpr int size = of_rows * of_nodes * 32;

  static constexpr int at(int row, int node) {
    return (row / 8 * of_nodes + node / 4) * 32 + row % 8 * 4 + node % 4;
  }
};

/// Keeps the tiles of matrices on the device.
class TileStore {
 public:
  template <class Matrix>
  void set(const poly::Matrix& a, Matrix& matrix) {
    using Tiles = MatrixTiles<Matrix::rows, Matrix::nodes>;
    set_entries(a, matrix);
    std::vector<double> tiles(Tiles::size);
    for (int r = 0; r < Matrix::rows; ++r) {
      for (int k = 0; k < Matrix::nodes; ++k) tiles[Tiles::at(r, k)] = a(r, k);
    }
    matrix.tiles = kept_.emplace_back(tiles).data();
  }

 private:
  std::vector<DeviceArray> kept_;
};

}  // namespace lobatto::gpu
