#include "mesh/grading.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.hpp"

namespace lobatto::mesh {
namespace {

void expect_ascending_between(const std::vector<double>& ticks, double lower, double upper,
                              int n_elements) {
  ASSERT_EQ(ticks.size(), static_cast<std::size_t>(n_elements) + 1);
  EXPECT_EQ(ticks.front(), lower);
  EXPECT_EQ(ticks.back(), upper);
  for (std::size_t i = 1; i < ticks.size(); ++i) EXPECT_GT(ticks[i], ticks[i - 1]);
}

void expect_mirrored(const std::vector<double>& ticks) {
  for (std::size_t i = 0; i < ticks.size(); ++i) EXPECT_EQ(ticks[i], -ticks[ticks.size() - 1 - i]);
}

TEST(UniformTicks, AreEquallySpaced) {
  for (const int n : {1, 2, 3, 7, 10, 48}) {
    const auto ticks = uniform_ticks(0.0, 1.0, n);
    expect_ascending_between(ticks, 0.0, 1.0, n);
    for (int e = 0; e <= n; ++e) EXPECT_EQ(ticks[e], static_cast<double>(e) / n);
    expect_mirrored(uniform_ticks(-0.7, 0.7, n));
  }
}

TEST(SineTicks, FollowTheFormulaAndAreSymmetric) {
  const double alpha = 0.22;
  for (const int n : {1, 2, 5, 8, 31, 128}) {
    const auto ticks = sine_ticks(-0.5, 0.5, n, alpha);
    expect_ascending_between(ticks, -0.5, 0.5, n);
    expect_mirrored(ticks);
    for (int e = 0; e <= n; ++e) {
      const double s = static_cast<double>(e) / n - 0.5;
      const double expected = std::sin(s * (std::numbers::pi - 2 * alpha)) /
                              (2 * std::sin(std::numbers::pi / 2 - alpha));
      EXPECT_NEAR(ticks[e], expected, 1e-15);
    }
  }
}

TEST(SineTicks, RefineTowardsTheEndsMoreForSmallerAlpha) {
  const auto strong = sine_ticks(1.0, 3.0, 16, 0.1);
  const auto weak = sine_ticks(1.0, 3.0, 16, 0.8);
  expect_ascending_between(strong, 1.0, 3.0, 16);
  for (int e = 1; e < 8; ++e) EXPECT_GT(strong[e + 1] - strong[e], strong[e] - strong[e - 1]);
  EXPECT_LT(strong[1], weak[1]);
  EXPECT_EQ(strong[8], 2.0);
}

TEST(GeometricTicks, GrowByTheRatio) {
  for (const double ratio : {0.5, 0.999999, 1.0, 1.0 + 1e-12, 1.3, 4.0}) {
    const auto ticks = geometric_ticks(-1.0, 2.0, 9, ratio);
    expect_ascending_between(ticks, -1.0, 2.0, 9);
    for (int e = 1; e < 9; ++e) {
      EXPECT_NEAR((ticks[e + 1] - ticks[e]) / (ticks[e] - ticks[e - 1]), ratio, 1e-9 * ratio)
          << ratio;
    }
  }
}

TEST(Grading, RefusesWhatMakesNoTicks) {
  EXPECT_THROW(uniform_ticks(1.0, 1.0, 4), base::Error);
  EXPECT_THROW(uniform_ticks(0.0, 1.0, 0), base::Error);
  EXPECT_THROW(sine_ticks(0.0, 1.0, 4, 0.0), base::Error);
  EXPECT_THROW(sine_ticks(0.0, 1.0, 4, 1.6), base::Error);
  EXPECT_THROW(geometric_ticks(0.0, 1.0, 4, 0.0), base::Error);
  EXPECT_THROW(geometric_ticks(0.0, NAN, 4, 2.0), base::Error);
}

}  // namespace
}  // namespace lobatto::mesh
