#include "accept/hpcg/hpcg_count.hpp"

#include <gtest/gtest.h>

namespace lobatto::accept {
namespace {

/// A cube of n points per direction, of which each has up to 27 neighbours, and its coarser grids.
LevelSizes levels_of_cube(double n) {
  LevelSizes sizes;
  for (auto& level : sizes) {
    level = {n * n * n, (3 * n - 2) * (3 * n - 2) * (3 * n - 2)};
    n /= 2;
  }
  return sizes;
}

TEST(HpcgCount, IsWhatHpcgPrints) {
  // A run of HPCG 3.1 with 32 x 32 x 32 rows and 50 iterations prints 5.73995e+08 operations, and
  // 5.98029 GB/s read in 0.592246 s.
  const auto sizes = levels_of_cube(32);
  EXPECT_NEAR(hpcg_flops(sizes, 50), 5.73995e8, 1e3);
  // Written are, per row, a vector update, a product, and on each grid two steps and a product, on
  // the coarsest a step.
  double rows_written = (3.0 * 50 + 1 + 51) * sizes[0].rows;
  for (const auto& level : sizes) rows_written += 50 * 3 * level.rows;
  rows_written -= 50 * 2 * sizes.back().rows;
  EXPECT_NEAR(hpcg_bytes(sizes, 50) - 8 * rows_written, 5.98029e9 * 0.592246, 1e5);
}

}  // namespace
}  // namespace lobatto::accept
