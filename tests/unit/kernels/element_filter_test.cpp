#include "kernels/products/element_filter.hpp"

#include <gtest/gtest.h>

#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

/// (F (x) F (x) F) u by its definition, direction after direction. matrix [n][n], u [n][n][n]
std::vector<double> filtered(int n, std::span<const double> matrix, std::vector<double> u) {
  for (int stride = 1; stride < n * n * n; stride *= n) {
    std::vector<double> out(u.size(), 0.0);
    for (int q = 0; q < n * n * n; ++q) {
      const int i = q / stride % n, begin = q - i * stride;
      for (int l = 0; l < n; ++l) out[q] += matrix[i * n + l] * u[begin + l * stride];
    }
    u = out;
  }
  return u;
}

TEST(ElementFilter, IsTheProductAlongAllDirections) {
  for (int n = 3; n <= 32; n += n < 17 ? 1 : 5) {
    SCOPED_TRACE(n);
    const auto size = static_cast<std::size_t>(n);
    const auto f = test::random_values(size * size, 1);
    auto u = test::random_values(size * size * size, 2);
    const auto expected = filtered(n, f, u);
    ElementFilter filter(n, f);
    std::vector<double> out(u.size(), 7.0);
    filter(u.data(), out.data());
    EXPECT_LT(test::relative_difference(out, expected), 1e-14);
    filter(u.data(), u.data());
    EXPECT_EQ(u, out);
  }
}

TEST(ElementFilter, CountsItsProducts) { EXPECT_EQ(element_filter_cost(8).flops, 6 * 8.0 * 512); }

}  // namespace
}  // namespace lobatto::kernels
