#pragma once

#include "gpu/block.hpp"
#include "gpu/line_matrices.hpp"

// The products of a small matrix and all lines of a block, take(line, row, (A x)_row) for the lines
// x(node) = load(line, node), and sums of such products that stay in registers. What is taken may
// overwrite the line. On a processor all is loops; on a device there are two ways.

namespace lobatto::gpu {

#ifdef __CUDACC__

/// Each thread takes a line, with the entries of the matrix as constants.
struct ByThreads {
  /// Between two products of the same lines, instead of a barrier.
  __device__ __forceinline__ static void keep_lines() {}

  template <int n_lines, int n_threads, int R, int K, int sign, class Load, class Take>
  __device__ __forceinline__ static void multiply(const FoldedMatrix<R, K, sign>& matrix,
                                                  const Load& load, const Take& take) {
    LOBATTO_FOR_THREADS(line, n_lines) {
      double e[matrix.half_nodes], o[K / 2];
      LOBATTO_UNROLL
      for (int k = 0; k < K / 2; ++k) {
        const double x = load(line, k), mirrored = load(line, K - 1 - k);
        e[k] = x + mirrored;
        o[k] = x - mirrored;
      }
      if (K % 2 == 1) e[K / 2] = load(line, K / 2);
      LOBATTO_UNROLL
      for (int r = 0; r < matrix.half_rows; ++r) {
        double of_even = 0, of_odd = 0;
        LOBATTO_UNROLL
        for (int k = 0; k < matrix.half_nodes; ++k) of_even += matrix.even[r][k] * e[k];
        LOBATTO_UNROLL
        for (int k = 0; k < K / 2; ++k) of_odd += matrix.odd[r][k] * o[k];
        take(line, r, of_even + of_odd);
        if (R - 1 - r != r) take(line, R - 1 - r, sign * (of_even - of_odd));
      }
    }
  }

  template <int n_lines, int n_threads, int R, int K, class Load, class Take>
  __device__ __forceinline__ static void multiply(const LineMatrix<R, K>& matrix, const Load& load,
                                                  const Take& take) {
    LOBATTO_FOR_THREADS(line, n_lines) {
      double x[K];
      LOBATTO_UNROLL
      for (int k = 0; k < K; ++k) x[k] = load(line, k);
      LOBATTO_UNROLL
      for (int r = 0; r < R; ++r) {
        double sum = 0;
        LOBATTO_UNROLL
        for (int k = 0; k < K; ++k) sum += matrix.entries[r][k] * x[k];
        take(line, r, sum);
        LOBATTO_KEEP_ORDER();  // all entries at once would fill the registers
      }
    }
  }

  template <int R, int n_lines, int n_threads>
  class Sums {
    static_assert(n_lines <= n_threads);

   public:
    __device__ __forceinline__ Sums() {
      LOBATTO_UNROLL
      for (int r = 0; r < R; ++r) sums_[r] = 0;
    }
    template <int K, class Load>
    __device__ __forceinline__ void add(const LineMatrix<R, K>& matrix, const Load& load) {
      LOBATTO_FOR_THREADS(line, n_lines) {
        LOBATTO_UNROLL
        for (int k = 0; k < K; ++k) {
          const double value = load(line, k);
          LOBATTO_UNROLL
          for (int r = 0; r < R; ++r) sums_[r] += matrix.entries[r][k] * value;
        }
      }
    }
    template <class Take>
    __device__ __forceinline__ void give(const Take& take) const {
      LOBATTO_FOR_THREADS(line, n_lines) {
        LOBATTO_UNROLL
        for (int r = 0; r < R; ++r) take(line, r, sums_[r]);
      }
    }

   private:
    double sums_[R];
  };
};

/// Each warp of 32 threads takes eight lines at a time to the FP64 tensor cores: mma.m8n8k4
/// multiplies 8 lines x 4 nodes by 4 nodes x 8 rows. Thread t gives node t % 4 of line t / 4 and
/// entry (row t / 4, node t % 4) of the matrix, and gets rows 2 (t % 4) and the next one of line
/// t / 4.
struct ByWarps {
  __device__ __forceinline__ static void keep_lines() { __syncwarp(); }

  template <int n_lines, int n_threads, class Matrix, class Load, class Take>
  __device__ __forceinline__ static void multiply(const Matrix& matrix, const Load& load,
                                                  const Take& take) {
    constexpr int n_warps = n_threads / 32, n_tiles = (n_lines + 7) / 8;
    Fragment<Matrix::rows, Matrix::nodes> b(matrix.tiles);
    LOBATTO_NO_UNROLL
    for (int tile = threadIdx.x / 32; tile < n_tiles; tile += n_warps) {
      double sums[b.row_tiles][2] = {};
      b.template add<n_lines>(line_of(tile), load, sums);
      __syncwarp();  // all of these lines are read
      give<Matrix::rows, n_lines>(line_of(tile), sums, take);
    }
  }

  template <int R, int n_lines, int n_threads>
  class Sums {
    static constexpr int n_warps = n_threads / 32, n_tiles = (n_lines + 7) / 8;
    static constexpr int tiles_of_warp = (n_tiles + n_warps - 1) / n_warps;

   public:
    __device__ __forceinline__ Sums() {
      LOBATTO_UNROLL
      for (int own = 0; own < tiles_of_warp; ++own) {
        LOBATTO_UNROLL
        for (auto& of_rows : sums_[own]) of_rows[0] = of_rows[1] = 0;
      }
    }
    template <int K, class Load>
    __device__ __forceinline__ void add(const LineMatrix<R, K>& matrix, const Load& load) {
      Fragment<R, K> b(matrix.tiles);
      LOBATTO_UNROLL
      for (int own = 0; own < tiles_of_warp; ++own)
        b.template add<n_lines>(line_of(own * n_warps + threadIdx.x / 32), load, sums_[own]);
    }
    template <class Take>
    __device__ __forceinline__ void give(const Take& take) const {
      LOBATTO_UNROLL
      for (int own = 0; own < tiles_of_warp; ++own)
        ByWarps::give<R, n_lines>(line_of(own * n_warps + threadIdx.x / 32), sums_[own], take);
    }

   private:
    double sums_[tiles_of_warp][(R + 7) / 8][2];
  };

 private:
  __device__ __forceinline__ static int line_of(int tile) {
    return 8 * tile + threadIdx.x % 32 / 4;
  }

  /// This thread's share of a matrix.
  template <int R, int K>
  struct Fragment {
    using Tiles = MatrixTiles<R, K>;
    static constexpr int row_tiles = Tiles::of_rows;
    double b[Tiles::of_rows][Tiles::of_nodes];

    __device__ __forceinline__ explicit Fragment(const double* tiles) {
      LOBATTO_UNROLL
      for (int r = 0; r < Tiles::of_rows; ++r) {
        LOBATTO_UNROLL
        for (int k = 0; k < Tiles::of_nodes; ++k)
          b[r][k] = tiles[(r * Tiles::of_nodes + k) * 32 + threadIdx.x % 32];
      }
    }

    template <int n_lines, class Load>
    __device__ __forceinline__ void add(int line, const Load& load,
                                        double (&sums)[Tiles::of_rows][2]) const {
      LOBATTO_UNROLL
      for (int k = 0; k < Tiles::of_nodes; ++k) {
        const int node = 4 * k + threadIdx.x % 4;
        const bool is_there = line < n_lines && (K % 4 == 0 || node < K);
        const double a = is_there ? load(line, node) : 0.0;
        LOBATTO_UNROLL
        for (int r = 0; r < Tiles::of_rows; ++r) {
          asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
              : "+d"(sums[r][0]), "+d"(sums[r][1])
              : "d"(a), "d"(b[r][k]));
        }
      }
    }
  };

  template <int R, int n_lines, int row_tiles, class Take>
  __device__ __forceinline__ static void give(int line, const double (&sums)[row_tiles][2],
                                              const Take& take) {
    LOBATTO_UNROLL
    for (int r = 0; r < row_tiles; ++r) {
      LOBATTO_UNROLL
      for (int s = 0; s < 2; ++s) {
        const int row = 8 * r + threadIdx.x % 4 * 2 + s;
        if (line < n_lines && (R % 8 == 0 || row < R)) take(line, row, sums[r][s]);
      }
    }
  }
};

/// Threads hold lines of up to 15 Gauss points in their registers.
template <int n>
struct BestWay {
  using Lines = ByThreads;
};
template <>
struct BestWay<16> {
  using Lines = ByWarps;
};

#else

struct ByLoops {
  static void keep_lines() {}

  template <int n_lines, int n_threads, class Matrix, class Load, class Take>
  static void multiply(const Matrix& matrix, const Load& load, const Take& take) {
    for (int line = 0; line < n_lines; ++line) {
      double sums[Matrix::rows] = {};
      for (int k = 0; k < Matrix::nodes; ++k) {
        for (int r = 0; r < Matrix::rows; ++r) sums[r] += matrix.entry(r, k) * load(line, k);
      }
      for (int r = 0; r < Matrix::rows; ++r) take(line, r, sums[r]);
    }
  }

  template <int R, int n_lines, int n_threads>
  class Sums {
   public:
    template <int K, class Load>
    void add(const LineMatrix<R, K>& matrix, const Load& load) {
      for (int line = 0; line < n_lines; ++line) {
        for (int k = 0; k < K; ++k) {
          for (int r = 0; r < R; ++r) sums_[line * R + r] += matrix.entry(r, k) * load(line, k);
        }
      }
    }
    template <class Take>
    void give(const Take& take) const {
      for (int line = 0; line < n_lines; ++line) {
        for (int r = 0; r < R; ++r) take(line, r, sums_[line * R + r]);
      }
    }

   private:
    std::vector<double> sums_ = std::vector<double>(n_lines * R);
  };
};

template <int n>
struct BestWay {
  using Lines = ByLoops;
};

#endif

/// The lines of an element along all directions, in shared memory with rows of a given length:
/// where node `node` of line `line` of 3 n^2 is.
template <int N, int row>
LOBATTO_DEVICE int at_line(int line, int node) {
  const int d = line / (N * N), a = line % N, b = line / N % N;
  const int first = d == 0 ? (b * N + a) * row : d == 1 ? b * N * row + a : b * row + a;
  return first + node * (d == 0 ? 1 : d == 1 ? row : N * row);
}

/// The length of rows in shared memory. Threads that take a line each want it odd, so that lines
/// side by side lie in different banks; warps an odd multiple of 4, so that the 4 x 4 values that
/// half a warp reads do.
constexpr int row_length(int n, int nodes_of_element) {
  if (nodes_of_element < 16) return n | 1;
  return (n + 3) / 4 % 2 == 1 ? (n + 3) / 4 * 4 : (n + 7) / 4 * 4;
}

/// Threads of whole warps.
constexpr int whole_warps(int n_threads) { return (n_threads + 31) / 32 * 32; }

}  // namespace lobatto::gpu
