#include "physics/conditions/turbulence/stress_factor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace lobatto::physics {
namespace {

/// a a^T
ReynoldsStress stress_of(const StressFactor& factor) {
  ReynoldsStress stress{};
  for (int k = 0; k < 3; ++k) {
    std::array<double, 3> unit{};
    unit[k] = 1;
    const auto [u, v, w] = factor(unit);
    const ReynoldsStress part{u * u, v * v, w * w, u * v, u * w, v * w};
    for (int s = 0; s < 6; ++s) stress[s] += part[s];
  }
  return stress;
}

TEST(StressFactor, HasTheStress) {
  for (const ReynoldsStress& stress : std::vector<ReynoldsStress>{{4, 1, 2, -1.2, 0.3, 0.4},
                                                                  {4, 1, 2, 2, 0, 0},  // u = 2 v
                                                                  {0, 1, 2, 0, 0, 0.4},
                                                                  {1, 0, 2, 0, -0.9, 0},
                                                                  {1, 1, 0, 1, 0, 0},
                                                                  {0, 0, 0, 0, 0, 0}}) {
    const auto factor = stress_factor(stress, 0);
    ASSERT_TRUE(factor);
    for (int s = 0; s < 6; ++s) EXPECT_NEAR(stress_of(*factor)[s], stress[s], 1e-14);
  }
}

TEST(StressFactor, IsTransposedToo) {
  const StressFactor factor{{1, 2, 3, 4, 5, 6}};
  const std::array<double, 3> v{0.3, -0.5, 0.7}, n{0.2, 0.9, -0.4};
  double there = 0, back = 0;
  for (int d = 0; d < 3; ++d) {
    there += n[d] * factor(v)[d];
    back += v[d] * factor.transposed(n)[d];
  }
  EXPECT_NEAR(there, back, 1e-15);
}

TEST(StressFactor, IsNotThereWhereNoVelocityHasTheStress) {
  for (const ReynoldsStress& stress : std::vector<ReynoldsStress>{{-1, 1, 1, 0, 0, 0},
                                                                  {1, 1, 1, 1.1, 0, 0},
                                                                  {1, 1, 1, 0, -1.1, 0},
                                                                  {1, 1, 1, 0, 0, 1.1},
                                                                  {0, 1, 1, 0.1, 0, 0},
                                                                  {1, 1, 1, 0.9, 0.9, -0.9}})
    EXPECT_FALSE(stress_factor(stress, 0));
}

TEST(StressFactor, TakesRoundOffForNothing) {
  const auto factor =
      stress_factor({-1e-17, 1e-17, 0, 1e-17, 0, 0}, negligible_stress({0.1, 0, 0}));
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->a, StressFactor{}.a);
}

}  // namespace
}  // namespace lobatto::physics
