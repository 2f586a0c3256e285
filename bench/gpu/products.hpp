#pragma once

#include <memory>
#include <string>

#include "gpu/block.hpp"

namespace lobatto::gpu {

/// C_b = A_b B_b for each of a batch, column-major. A stride of 0 repeats a matrix.
struct Product {
  int m, n, k;
  const double* a;
  std::int64_t stride_a;
  const double* b;
  std::int64_t stride_b;
  double* c;
  std::int64_t stride_c;
  int n_batch = 1;
};

/// A way to multiply.
class Multiplier {
 public:
  virtual ~Multiplier() = default;
  virtual void multiply(const Product& product, Queue queue) = 0;
};

/// By name: "plain" (tiles in shared memory), and on a device "tensor" (tiles on the FP64 tensor
/// cores) and "library" (the vendor's). Throws base::Error on another name.
std::unique_ptr<Multiplier> make_multiplier(const std::string& name);

/// One tile of C per block: tile x tile values, each thread has corner x corner of them.
struct TileProduct {
  static constexpr int tile = 64, depth = 16, corner = 4;
  static constexpr int n_threads = (tile / corner) * (tile / corner), blocks_at_once = 3;
  static constexpr int row = tile + 1;
  static constexpr int shared_size = 2 * depth * row;

  Product product;
  int tiles_m, tiles_n;

  explicit TileProduct(const Product& of)
      : product(of), tiles_m((of.m + tile - 1) / tile), tiles_n((of.n + tile - 1) / tile) {}
  [[nodiscard]] int n_blocks() const { return tiles_m * tiles_n * product.n_batch; }

  struct Corner {
    double at[corner][corner];
  };

  LOBATTO_DEVICE void run(int block, double* shared) const {
    const int first_m = block % tiles_m * tile, first_n = block / tiles_m % tiles_n * tile;
    const std::int64_t batch = block / tiles_m / tiles_n;
    const double* a = product.a + batch * product.stride_a;
    const double* b = product.b + batch * product.stride_b;
    double* part_a = shared;
    double* part_b = shared + depth * row;
    PerThread<Corner, n_threads> sums;
    LOBATTO_FOR_THREADS(t, n_threads) sums[t] = {};
    for (int first_k = 0; first_k < product.k; first_k += depth) {
      LOBATTO_FOR_THREADS(q, tile * depth) {
        const int i = q % tile, k = q / tile;
        const bool inside = first_m + i < product.m && first_k + k < product.k;
        const std::int64_t at = static_cast<std::int64_t>(first_k + k) * product.m + first_m + i;
        part_a[k * row + i] = inside ? a[at] : 0;
      }
      LOBATTO_FOR_THREADS(q, tile * depth) {
        const int k = q % depth, j = q / depth;
        const bool inside = first_n + j < product.n && first_k + k < product.k;
        const std::int64_t at = static_cast<std::int64_t>(first_n + j) * product.k + first_k + k;
        part_b[k * row + j] = inside ? b[at] : 0;
      }
      LOBATTO_BARRIER();
      LOBATTO_FOR_THREADS(t, n_threads) add_part(t, part_a, part_b, sums[t]);
      LOBATTO_BARRIER();
    }
    double* c = product.c + batch * product.stride_c;
    LOBATTO_FOR_THREADS(t, n_threads) store(t, first_m, first_n, sums[t], c);
  }

 private:
  static constexpr int side = tile / corner;

  LOBATTO_DEVICE static void add_part(int t, const double* part_a, const double* part_b,
                                      Corner& sum) {
    const int i = t % side, j = t / side;
    LOBATTO_UNROLL
    for (int k = 0; k < depth; ++k) {
      double x[corner], y[corner];
      LOBATTO_UNROLL
      for (int r = 0; r < corner; ++r) {
        x[r] = part_a[k * row + r * side + i];
        y[r] = part_b[k * row + r * side + j];
      }
      LOBATTO_UNROLL
      for (int s = 0; s < corner; ++s) {
        LOBATTO_UNROLL
        for (int r = 0; r < corner; ++r) sum.at[s][r] += x[r] * y[s];
      }
    }
  }

  LOBATTO_DEVICE void store(int t, int first_m, int first_n, const Corner& sum, double* c) const {
    const int i = first_m + t % side, j = first_n + t / side;
    LOBATTO_UNROLL
    for (int s = 0; s < corner; ++s) {
      LOBATTO_UNROLL
      for (int r = 0; r < corner; ++r) {
        if (i + r * side < product.m && j + s * side < product.n)
          c[static_cast<std::int64_t>(j + s * side) * product.m + i + r * side] = sum.at[s][r];
      }
    }
  }
};

}  // namespace lobatto::gpu
