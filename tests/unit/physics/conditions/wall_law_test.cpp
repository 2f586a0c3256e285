#include "physics/conditions/wall_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace lobatto::physics {
namespace {

constexpr double viscosity = 2e-5;
constexpr WallLaw spalding{.kind = WallLawKind::spalding, .kappa = 0.4, .constant = 5.5};
constexpr WallLaw reichardt{.kind = WallLawKind::reichardt};

/// y+ of u+, the law as Spalding wrote it.
double spalding_height(double u) {
  const double s = 0.4 * u;
  return u + std::exp(-0.4 * 5.5) * (std::exp(s) - 1 - s - s * s / 2 - s * s * s / 6);
}

TEST(WallLaw, SpaldingsFrictionVelocityIsTheOneOfItsProfile) {
  for (const double u_tau : {0.003, 0.5, 40.0})
    for (const double u_plus : {0.5, 3.0, 9.0, 14.0, 20.0, 30.0}) {
      const double height = spalding_height(u_plus) * viscosity / u_tau;
      EXPECT_NEAR(friction_velocity(spalding, u_plus * u_tau, height, viscosity) / u_tau, 1, 1e-12);
    }
}

/// The logarithm has 1 + kappa y+ in it.
TEST(WallLaw, ReichardtsIsTheLogarithmFarFromTheWall) {
  const double u_tau = 0.7;
  for (const double y_plus : {300.0, 1e4, 1e7}) {
    const double u_plus = std::log(1 / 0.41 + y_plus) / 0.41 + 5.2;
    const double height = y_plus * viscosity / u_tau;
    EXPECT_NEAR(friction_velocity(reichardt, u_plus * u_tau, height, viscosity) / u_tau, 1, 1e-9);
  }
}

TEST(WallLaw, OfSmoothWallsAreLinearAtTheWall) {
  for (const WallLaw& law : {spalding, reichardt}) {
    const double height = 1e-3, speed = 1e-6 * viscosity / height;  // y+ = 1e-3
    EXPECT_NEAR(
        friction_velocity(law, speed, height, viscosity) / std::sqrt(viscosity * speed / height), 1,
        2e-4);
  }
}

TEST(WallLaw, GrowsWithTheSpeed) {
  for (const WallLaw& law : {spalding, reichardt, WallLaw{WallLawKind::rough, 0.4, 0, 1e-3}}) {
    double last = 0;
    EXPECT_EQ(friction_velocity(law, 0, 0.1, viscosity), 0);
    for (double speed = 1e-12; speed < 1e9; speed *= 3) {
      const double next = friction_velocity(law, speed, 0.1, viscosity);
      EXPECT_GT(next, last) << speed;
      last = next;
    }
  }
}

TEST(WallLaw, OfARoughWallKnowsNoViscosity) {
  const WallLaw rough{.kind = WallLawKind::rough, .kappa = 0.4, .roughness = 0.1};
  EXPECT_NEAR(friction_velocity(rough, 8, 10, viscosity), 0.4 * 8 / std::log(100.0), 1e-14);
}

}  // namespace
}  // namespace lobatto::physics
