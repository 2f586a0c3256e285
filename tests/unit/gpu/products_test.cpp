#include "gpu/products.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "random_box.hpp"

namespace {

using namespace lobatto::gpu;

/// Three loops.
std::vector<double> product_of(const Product& p) {
  std::vector<double> c(static_cast<std::size_t>(p.m) * p.n * p.n_batch);
  for (int batch = 0; batch < p.n_batch; ++batch) {
    for (int i = 0; i < p.m; ++i) {
      for (int j = 0; j < p.n; ++j) {
        for (int k = 0; k < p.k; ++k)
          c[batch * p.stride_c + j * p.m + i] +=
              p.a[batch * p.stride_a + k * p.m + i] * p.b[batch * p.stride_b + j * p.k + k];
      }
    }
  }
  return c;
}

/// A batch of two, with the left or the right factor the same for both.
void expect_product(int m, int n, int k, bool left_repeats) {
  const auto size = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };
  const DeviceArray a(test::random_values(2 * size(m, k), 1)),
      b(test::random_values(2 * size(k, n), 2)), c(2 * size(m, n));
  const Product product{
      m,        n,     k, a.data(), left_repeats ? 0 : m * k, b.data(), left_repeats ? k * n : 0,
      c.data(), m * n, 2};
  make_multiplier("plain")->multiply(product, {});
  EXPECT_LT(test::relative_difference(c.copied(), product_of(product)), 1e-14)
      << m << " " << n << " " << k;
}

TEST(GpuProducts, AreThoseOfThreeLoopsWhereTilesEndEarly) {
  expect_product(70, 33, 19, true);
  expect_product(7, 130, 16, false);
  expect_product(129, 65, 5, true);
  expect_product(64, 64, 33, false);
  expect_product(1, 1, 1, true);
}

TEST(GpuProducts, RefuseWaysThatTheBuildDoesNotHave) {
  EXPECT_THROW(make_multiplier("library"), lobatto::base::Error);
}

}  // namespace
