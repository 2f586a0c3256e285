#include "machine/trials/blocked_product.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "machine/trials/random_system.hpp"

namespace lobatto::machine {
namespace {

template <class Real>
void expect_product(double tolerance) {
  constexpr int n = 3 * BlockedProduct<Real>::block;
  const RandomSystem numbers(n);
  base::AlignedArray<Real> a(n * n), b(n * n), c(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      a[j * n + i] = static_cast<Real>(numbers.matrix(i, j));
      b[j * n + i] = static_cast<Real>(numbers.matrix(j, i));
    }
  BlockedProduct<Real> multiply(n);
  c.fill(7);
  multiply(a.data(), b.data(), c.data());
  multiply(a.data(), b.data(), c.data());  // a second time from what the first one left
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += static_cast<double>(a[k * n + i]) * static_cast<double>(b[j * n + k]);
      ASSERT_NEAR(static_cast<double>(c[j * n + i]), sum, tolerance) << i << " " << j;
    }
}

TEST(BlockedProduct, InDoublePrecision) { expect_product<double>(1e-13); }
TEST(BlockedProduct, InSinglePrecision) { expect_product<float>(1e-4); }

}  // namespace
}  // namespace lobatto::machine
