#include "physics/conditions/surface_layer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lobatto::physics {

namespace {

/// int (1 - phi) / zeta from 0 on.
double psi_of_velocity(double zeta) {
  if (zeta >= 0) return -4.8 * zeta;
  const double x = std::pow(1 - 16 * zeta, 0.25);
  return 2 * std::log((1 + x) / 2) + std::log((1 + x * x) / 2) - 2 * std::atan(x) +
         std::numbers::pi / 2;
}
double psi_of_scalar(double zeta) {
  return zeta >= 0 ? -7.8 * zeta : 2 * std::log((1 + std::sqrt(1 - 16 * zeta)) / 2);
}

}  // namespace

SurfaceLayer::SurfaceLayer(const Wall& wall, double speed, std::span<const ScalarDrop> drops)
    : wall_(wall) {
  if (speed <= 0) return;
  find_zeta(speed, drops);
  u_tau_ = wall.kappa * speed / of_velocity(zeta_);
}

double SurfaceLayer::of_velocity(double zeta) const {
  const double ratio = wall_.roughness / wall_.height;
  return -std::log(ratio) - psi_of_velocity(zeta) + psi_of_velocity(ratio * zeta);
}

double SurfaceLayer::of_scalar(double roughness, double zeta) const {
  const double ratio = roughness / wall_.height;
  return -std::log(ratio) - psi_of_scalar(zeta) + psi_of_scalar(ratio * zeta);
}

/// height / L of the fluxes that the functions at zeta give.
double SurfaceLayer::zeta_from(double zeta, double speed, std::span<const ScalarDrop> drops) const {
  double buoyancy = 0;
  for (const auto& drop : drops)
    if (drop.buoyancy != 0)
      buoyancy += drop.buoyancy * drop.difference / of_scalar(drop.roughness, zeta);
  const double velocity = of_velocity(zeta);
  return wall_.height * buoyancy * velocity * velocity / (speed * speed);
}

/// The zero of zeta - zeta_from(zeta), by the regula falsi with halves (Illinois).
void SurfaceLayer::find_zeta(double speed, std::span<const ScalarDrop> drops) {
  const auto excess = [&](double zeta) { return zeta - zeta_from(zeta, speed, drops); };
  double a = 0, of_a = excess(0);
  if (of_a == 0) return;
  double b = of_a < 0 ? most_stable : most_unstable, of_b = excess(b);
  zeta_ = b;
  if (of_a * of_b > 0) return;
  for (int i = 0; i < 100 && std::abs(b - a) > 1e-13 * std::abs(b); ++i) {
    zeta_ = (a * of_b - b * of_a) / (of_b - of_a);
    const double value = excess(zeta_);
    if (value == 0) return;
    if (value * of_b < 0) {
      a = b;
      of_a = of_b;
    } else {
      of_a /= 2;
    }
    b = zeta_;
    of_b = value;
  }
}

double SurfaceLayer::flux_to_wall(const ScalarDrop& drop) const {
  return u_tau_ * wall_.kappa * drop.difference / of_scalar(drop.roughness, zeta_);
}

}  // namespace lobatto::physics
