#include "kernels/vectors/inner_products.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace lobatto::kernels {
namespace {

/// Whole numbers, so that sums are exact in any order. Every length around the registers.
class InnerProductsTest : public testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override {
    for (std::size_t q = 0; q < GetParam(); ++q) {
      x.push_back(static_cast<double>(q % 17) - 5.0);
      y.push_back(static_cast<double>(q % 11) + 1.0);
      single.push_back(static_cast<float>(x.back()));
      sum_x += x.back();
      product += x.back() * y.back();
    }
  }
  std::vector<double> x, y;
  std::vector<float> single;
  double sum_x = 0, product = 0;
};

TEST_P(InnerProductsTest, AreExactForWholeNumbers) {
  EXPECT_EQ(sum(x), sum_x);
  EXPECT_EQ(inner_product(x.data(), y.data(), x.size()), product);
  EXPECT_EQ(inner_product(single.data(), y.data(), x.size()), product);
}

INSTANTIATE_TEST_SUITE_P(Lengths, InnerProductsTest,
                         testing::Values(0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 1003));

}  // namespace
}  // namespace lobatto::kernels
