#include "physics/conditions/surface_layer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>

namespace lobatto::physics {
namespace {

constexpr SurfaceLayer::Wall wall{.kappa = 0.4, .height = 10, .roughness = 0.1};

/// int from z_0 to the height of phi(y / L) / y dy, by Simpson's rule in ln y.
double profile(const std::function<double(double)>& phi, double roughness, double obukhov) {
  constexpr int n = 20000;
  const double begin = std::log(roughness), step = (std::log(10.0) - begin) / n;
  double sum = 0;
  for (int i = 0; i <= n; ++i) {
    const double weight = i == 0 || i == n ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * phi(std::exp(begin + i * step) / obukhov);
  }
  return sum * step / 3;
}

/// A layer of u_tau = 0.3 with this L: the functions phi are integrated numerically, and from what
/// is at the height the fluxes must come out.
void expect_fluxes(double obukhov, const std::function<double(double)>& phi_m,
                   const std::function<double(double)>& phi_h) {
  const double u_tau = 0.3, buoyancy = 0.037;
  const double t_tau = u_tau * u_tau / (0.4 * buoyancy * obukhov);
  const double speed = u_tau / 0.4 * profile(phi_m, 0.1, obukhov);
  const ScalarDrop drop{t_tau / 0.4 * profile(phi_h, 0.02, obukhov), 0.02, buoyancy};
  const SurfaceLayer layer(wall, speed, std::array{drop});
  EXPECT_NEAR(layer.friction_velocity(), u_tau, 1e-9) << obukhov;
  EXPECT_NEAR(layer.flux_to_wall(drop), u_tau * t_tau, 1e-9) << obukhov;
  EXPECT_NEAR(layer.zeta(), 10 / obukhov, 1e-8) << obukhov;
}

TEST(SurfaceLayer, HasTheFluxesOfAStableProfile) {
  for (const double obukhov : {8.0, 50.0, 1e4})
    expect_fluxes(
        obukhov, [](double zeta) { return 1 + 4.8 * zeta; },
        [](double zeta) { return 1 + 7.8 * zeta; });
}

TEST(SurfaceLayer, HasTheFluxesOfAnUnstableProfile) {
  for (const double obukhov : {-2.0, -50.0, -1e4})
    expect_fluxes(
        obukhov, [](double zeta) { return std::pow(1 - 16 * zeta, -0.25); },
        [](double zeta) { return std::pow(1 - 16 * zeta, -0.5); });
}

TEST(SurfaceLayer, WithoutBuoyancyIsLogarithmic) {
  const ScalarDrop drop{3, 0.01, 0};
  const SurfaceLayer layer(wall, 8, std::array{drop});
  EXPECT_DOUBLE_EQ(layer.friction_velocity(), 0.4 * 8 / std::log(100.0));
  EXPECT_DOUBLE_EQ(layer.flux_to_wall(drop),
                   layer.friction_velocity() * 0.4 * 3 / std::log(1000.0));
}

TEST(SurfaceLayer, AtRestOrTooStableStaysFinite) {
  const ScalarDrop drop{5, 0.1, 1};
  EXPECT_EQ(SurfaceLayer(wall, 0, std::array{drop}).friction_velocity(), 0);
  const SurfaceLayer layer(wall, 1e-3, std::array{drop});
  EXPECT_EQ(layer.zeta(), SurfaceLayer::most_stable);
  EXPECT_GT(layer.friction_velocity(), 0);
}

}  // namespace
}  // namespace lobatto::physics
