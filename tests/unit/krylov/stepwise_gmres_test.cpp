#include "krylov/stepwise_gmres.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "krylov/flexible_gmres.hpp"
#include "support/memory_state.hpp"
#include "vectors.hpp"

namespace lobatto::krylov {
namespace {

using namespace testing;

/// 1 + an upward shift of 0.5 that grows along the diagonal: not symmetric.
void multiply(View x, Target y) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[i] * (1 + 0.1 * static_cast<double>(i)) + 0.5 * x[(i + 1) % n];
}

TEST(StepwiseGmres, HasTheResidualsAndTheSolutionOfFlexibleGmres) {
  constexpr std::size_t n = 20;
  const Vector ones(n, 1.0), rhs = random_vector(n, 5);
  const WeightedInner inner{ones, keep};
  StepwiseGmres stepwise(12, inner);
  stepwise.begin(rhs);
  Vector product(n), x(n);
  double last = 1;
  while (!stepwise.is_exhausted()) {
    multiply(stepwise.next(), product);
    stepwise.put(product);
    EXPECT_LT(stepwise.residual(), last);
    last = stepwise.residual();
  }
  EXPECT_EQ(stepwise.n_products(), 12);
  stepwise.solution(x);
  multiply(x, product);
  for (std::size_t i = 0; i < n; ++i) product[i] = rhs[i] - product[i];
  EXPECT_NEAR(std::sqrt(inner(product, product) / inner(rhs, rhs)), last, 1e-12);

  FlexibleGmres flexible(n, 12);
  Vector other(n, 0.0);
  flexible.solve(multiply, copy, inner, rhs, other, {0, 0, 12});
  EXPECT_LT(testing::largest_difference(x, other), 1e-11);
}

TEST(StepwiseGmres, EndsInAnInvariantSpace) {
  const Vector ones(6, 1.0);
  StepwiseGmres gmres(6, {ones, keep});
  Vector rhs(6, 0.0), product(6), x(6);
  rhs[5] = rhs[4] = 1;
  gmres.begin(rhs);
  // Two eigenvalues.
  const auto apply = [&] {
    for (std::size_t i = 0; i < 6; ++i) product[i] = (i == 5 ? 4.0 : 2.0) * gmres.next()[i];
    gmres.put(product);
  };
  apply();
  EXPECT_FALSE(gmres.is_exhausted());
  apply();
  EXPECT_TRUE(gmres.is_exhausted());
  EXPECT_LT(gmres.residual(), 1e-14);
  gmres.solution(x);
  EXPECT_NEAR(x[4], 0.5, 1e-14);
  EXPECT_NEAR(x[5], 0.25, 1e-14);
}

}  // namespace
}  // namespace lobatto::krylov
