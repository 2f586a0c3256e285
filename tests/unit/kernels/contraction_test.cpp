#include "kernels/products/contraction.hpp"

#include <gtest/gtest.h>

#include "kernels/reference/products.hpp"
#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::random_values;
using test::relative_difference;

TEST(ContractionTest, EqualsReferenceForManyShapes) {
  for (const bool accumulate : {false, true}) {
    for (const int m : {1, 3, 8, 13, 24, 49}) {
      for (const int n : {1, 6, 12, 31}) {
        for (const int k : {1, 2, 7, 16, 33}) {
          const ContractionShape shape{m, n, k, m + 2, k + 1, m + 3, accumulate};
          const auto a = random_values(static_cast<std::size_t>(shape.lda) * k, 1);
          const auto b = random_values(static_cast<std::size_t>(shape.ldb) * n, 2);
          auto c = random_values(static_cast<std::size_t>(shape.ldc) * n, 3);
          auto expected = c;
          Contraction{shape}(a.data(), b.data(), c.data());
          reference::contract(shape, a.data(), b.data(), expected.data());
          EXPECT_LT(relative_difference(c, expected), 1e-14) << m << " " << n << " " << k;
        }
      }
    }
  }
}

TEST(ContractionTest, SinglePrecisionEqualsDoubleToItsRoundOff) {
  const ContractionShape shape = ContractionShape::packed(10, 100, 10);
  const auto a = random_values(100, 1), b = random_values(1000, 2);
  std::vector<double> c(1000);
  std::vector<float> c_single(1000);
  const std::vector<float> a_single(a.begin(), a.end()), b_single(b.begin(), b.end());
  Contraction{shape}(a.data(), b.data(), c.data());
  BasicContraction<float>{shape}(a_single.data(), b_single.data(), c_single.data());
  EXPECT_LT(relative_difference(std::vector<double>(c_single.begin(), c_single.end()), c), 1e-6);
}

TEST(ContractionTest, CostCountsEveryMultiplicationAndAddition) {
  const Cost cost = contraction_cost(ContractionShape::packed(4, 5, 6));
  EXPECT_DOUBLE_EQ(cost.flops, 240.0);
  EXPECT_DOUBLE_EQ(cost.bytes, 8.0 * (24 + 30 + 20));
}

TEST(ElementProductsTest, MultiplyOneDirectionOnly) {
  const int n = 5;
  const auto matrix = random_values(n * n, 4);
  std::vector<double> transposed(n * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) transposed[j * n + i] = matrix[i * n + j];
  }
  const auto u = random_values(n * n * n, 5);
  std::vector<double> out(u.size()), expected(u.size());
  const ElementProducts products(n, false);
  const int strides[] = {1, n, n * n};
  for (int d = 0; d < 3; ++d) {
    if (d == 0) products.along_x(transposed.data(), u.data(), out.data());
    if (d == 1) products.along_y(matrix.data(), u.data(), out.data());
    if (d == 2) products.along_z(matrix.data(), u.data(), out.data());
    for (int q = 0; q < n * n * n; ++q) {
      const int position = q / strides[d] % n;
      expected[q] = 0.0;
      for (int l = 0; l < n; ++l) {
        expected[q] += matrix[position * n + l] * u[q + (l - position) * strides[d]];
      }
    }
    EXPECT_LT(relative_difference(out, expected), 1e-14) << "direction " << d;
  }
}

}  // namespace
}  // namespace lobatto::kernels
