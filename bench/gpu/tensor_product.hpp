#pragma once

#include "gpu/products.hpp"

namespace lobatto::gpu {

/// As TileProduct, on the FP64 tensor cores. A warp of 32 threads multiplies 8 x 4 by 4 x 8 values
/// by one instruction (PTX mma.m8n8k4.f64): thread t gives a(t / 4, t % 4) and b(t % 4, t / 4), and
/// holds c(t / 4, 2 (t % 4)) and the value right of it. Two stages of the parts of A and B lie in
/// shared memory, the next one on its way (cp.async) while this one is multiplied.
struct TensorProduct {
  static constexpr int tile_m = 128, tile_n = 64, depth = 16, n_stages = 3;
  static constexpr int warps_m = 4, warps_n = 2, n_threads = 32 * warps_m * warps_n;
  static constexpr int blocks_at_once = 2;
  static constexpr int warp_m = tile_m / warps_m, warp_n = tile_n / warps_n;  // 32 x 32
  static constexpr int row_a = tile_m + 4, row_b = depth + 2;
  static constexpr int stage_size = depth * row_a + tile_n * row_b;
  static constexpr int shared_size = n_stages * stage_size;

  Product product;
  int tiles_m, tiles_n;

  explicit TensorProduct(const Product& of)
      : product(of), tiles_m((of.m + tile_m - 1) / tile_m), tiles_n((of.n + tile_n - 1) / tile_n) {}
  [[nodiscard]] int n_blocks() const { return tiles_m * tiles_n * product.n_batch; }

  struct Sums {
    double at[warp_m / 8][warp_n / 8][2];
  };

  LOBATTO_DEVICE void run(int block, double* shared) const {
    const int first_m = block % tiles_m * tile_m, first_n = block / tiles_m % tiles_n * tile_n;
    const std::int64_t batch = block / tiles_m / tiles_n;
    const double* a = product.a + batch * product.stride_a;
    const double* b = product.b + batch * product.stride_b;
    Sums sums{};
    const int n_parts = (product.k + depth - 1) / depth;
    for (int part = 0; part < n_stages - 1; ++part) {
      if (part < n_parts) fetch(a, b, first_m, first_n, part, shared + part * stage_size);
      asm volatile("cp.async.commit_group;");
    }
    for (int part = 0; part < n_parts; ++part) {
      asm volatile("cp.async.wait_group %0;" ::"n"(n_stages - 2));
      __syncthreads();
      const int next = part + n_stages - 1;
      if (next < n_parts)
        fetch(a, b, first_m, first_n, next, shared + next % n_stages * stage_size);
      asm volatile("cp.async.commit_group;");
      multiply(shared + part % n_stages * stage_size, sums);
    }
    store(product.c + batch * product.stride_c, first_m, first_n, sums);
  }

 private:
  /// Eight bytes on their way to shared memory, zeros where there are none.
  __device__ static void copy(double* to, const double* from, bool inside) {
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(address), "l"(from),
                 "r"(inside ? 8 : 0));
  }

  __device__ void fetch(const double* a, const double* b, int first_m, int first_n, int part,
                        double* stage) const {
    const int first_k = part * depth;
    double* part_b = stage + depth * row_a;
    LOBATTO_FOR_THREADS(q, tile_m * depth) {
      const int i = q % tile_m, k = q / tile_m;
      const bool inside = first_m + i < product.m && first_k + k < product.k;
      const std::int64_t at = static_cast<std::int64_t>(first_k + k) * product.m + first_m + i;
      copy(stage + k * row_a + i, inside ? a + at : a, inside);
    }
    LOBATTO_FOR_THREADS(q, tile_n * depth) {
      const int k = q % depth, j = q / depth;
      const bool inside = first_n + j < product.n && first_k + k < product.k;
      const std::int64_t at = static_cast<std::int64_t>(first_n + j) * product.k + first_k + k;
      copy(part_b + j * row_b + k, inside ? b + at : b, inside);
    }
  }

  __device__ static void multiply(const double* stage, Sums& sums) {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const double* a = stage + warp % warps_m * warp_m + lane / 4 + lane % 4 * row_a;
    const double* b =
        stage + depth * row_a + (warp / warps_m * warp_n + lane / 4) * row_b + lane % 4;
    LOBATTO_UNROLL
    for (int k = 0; k < depth; k += 4) {
      double x[warp_m / 8], y[warp_n / 8];
      LOBATTO_UNROLL
      for (int i = 0; i < warp_m / 8; ++i) x[i] = a[k * row_a + 8 * i];
      LOBATTO_UNROLL
      for (int j = 0; j < warp_n / 8; ++j) y[j] = b[8 * j * row_b + k];
      LOBATTO_UNROLL
      for (int i = 0; i < warp_m / 8; ++i) {
        LOBATTO_UNROLL
        for (int j = 0; j < warp_n / 8; ++j) {
          double(&c)[2] = sums.at[i][j];
          asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
              : "+d"(c[0]), "+d"(c[1])
              : "d"(x[i]), "d"(y[j]));
        }
      }
    }
  }

  __device__ void store(double* c, int first_m, int first_n, const Sums& sums) const {
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int i0 = first_m + warp % warps_m * warp_m + lane / 4;
    const int j0 = first_n + warp / warps_m * warp_n + lane % 4 * 2;
    LOBATTO_UNROLL
    for (int i = 0; i < warp_m / 8; ++i) {
      LOBATTO_UNROLL
      for (int j = 0; j < warp_n / 8; ++j) {
        for (int s = 0; s < 2; ++s) {
          const int row = i0 + 8 * i, column = j0 + 8 * j + s;
          if (row < product.m && column < product.n)
            c[static_cast<std::int64_t>(column) * product.m + row] = sums.at[i][j][s];
        }
      }
    }
  }
};

}  // namespace lobatto::gpu
