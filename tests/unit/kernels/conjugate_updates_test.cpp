#include "kernels/vectors/conjugate_updates.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "test_fields.hpp"

namespace lobatto::kernels {
namespace {

using test::random_values;
using test::relative_difference;

/// Every length up to several registers, and a long one.
class ConjugateUpdatesTest : public testing::TestWithParam<std::size_t> {
 protected:
  std::size_t size = GetParam();
  std::vector<double> r = random_values(size, 1), d = random_values(size, 2),
                      x = random_values(size, 3), p = random_values(size, 4),
                      w = random_values(size, 5), weight = random_values(size, 6),
                      norm = random_values(size, 7);
};

TEST_P(ConjugateUpdatesTest, TurnEqualsReference) {
  for (const double* diagonal : {static_cast<const double*>(nullptr), std::as_const(d).data()}) {
    auto expected_x = x, expected_p = p;
    reference::turn_direction(0.7, -0.3, r.data(), diagonal, expected_x.data(), expected_p.data(),
                              size);
    auto actual_x = x, actual_p = p;
    turn_direction(0.7, -0.3, r.data(), diagonal, actual_x.data(), actual_p.data(), size);
    EXPECT_LT(relative_difference(actual_x, expected_x), 1e-15);
    EXPECT_LT(relative_difference(actual_p, expected_p), 1e-15);
  }
}

TEST_P(ConjugateUpdatesTest, AFirstDirectionIsATurnFromNothing) {
  for (const double* diagonal : {static_cast<const double*>(nullptr), std::as_const(d).data()}) {
    std::vector<double> expected_x(size), expected_p(size);
    reference::turn_direction(0.0, 0.0, r.data(), diagonal, expected_x.data(), expected_p.data(),
                              size);
    auto actual = p;
    start_direction(r.data(), diagonal, actual.data(), size);
    EXPECT_EQ(actual, expected_p);
  }
}

TEST_P(ConjugateUpdatesTest, ReductionEqualsReference) {
  constexpr const double* none = nullptr;
  for (const double* diagonal : {none, std::as_const(d).data()}) {
    for (const double* own_norm : {none, std::as_const(norm).data()}) {
      const ResidualWeights weights{diagonal, weight.data(), own_norm};
      auto expected = r, actual = r;
      const auto twin = reference::reduce_residual(1.3, w.data(), weights, expected.data(), size);
      const auto sums = reduce_residual(1.3, w.data(), weights, actual.data(), size);
      EXPECT_LT(relative_difference(actual, expected), 1e-15);
      const double scale = 1e-13 * static_cast<double>(size + 1);
      EXPECT_NEAR(sums.squared, twin.squared, scale);
      EXPECT_NEAR(sums.preconditioned, twin.preconditioned, scale);
      if (diagonal == nullptr && own_norm == nullptr) {
        EXPECT_EQ(sums.squared, sums.preconditioned);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, ConjugateUpdatesTest,
                         testing::Values(0, 1, 2, 7, 8, 9, 31, 32, 33, 64, 100, 511, 4096));

}  // namespace
}  // namespace lobatto::kernels
