#include "krylov/vector_combination.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lobatto::krylov {
namespace {

template <class Value>
class VectorCombination : public ::testing::Test {};
using Values = ::testing::Types<double, float>;
TYPED_TEST_SUITE(VectorCombination, Values);

TYPED_TEST(VectorCombination, EqualsTheSumValueByValue) {
  for (const std::size_t n : {1, 9, 1024, 2999}) {
    for (const std::size_t m : {0, 1, 3, 12}) {
      std::vector<std::vector<TypeParam>> vectors(m, std::vector<TypeParam>(n));
      std::vector<const TypeParam*> views;
      std::vector<double> coefficients, y(n, 2.0), expected(n, -1.0);
      for (std::size_t k = 0; k < m; ++k) {
        coefficients.push_back(1.0 / static_cast<double>(k + 1));
        for (std::size_t q = 0; q < n; ++q) {
          vectors[k][q] = static_cast<TypeParam>(std::sin(static_cast<double>(q + 7 * k)));
          expected[q] += coefficients[k] * static_cast<double>(vectors[k][q]);
        }
        views.push_back(vectors[k].data());
      }
      combine(-0.5, coefficients, views, y);
      for (std::size_t q = 0; q < n; ++q) EXPECT_NEAR(y[q], expected[q], 1e-14);
    }
  }
}

TYPED_TEST(VectorCombination, AFactorOfZeroOverwritesWhatIsNotANumber) {
  const std::vector<TypeParam> x(1500, TypeParam(3));
  const TypeParam* const view = x.data();
  const double coefficient = 0.25;
  std::vector<double> y(1500, std::numeric_limits<double>::quiet_NaN());
  combine(0, {&coefficient, 1}, {&view, 1}, y);
  EXPECT_EQ(y, std::vector<double>(1500, 0.75));
}

}  // namespace
}  // namespace lobatto::krylov
