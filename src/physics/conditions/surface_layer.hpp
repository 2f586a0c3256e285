#pragma once

#include <span>

namespace lobatto::physics {

/// A scalar over a rough wall: theta(y) - theta_s = theta_* / kappa ln(y / z_h), less what the
/// stratification takes.
struct ScalarDrop {
  double difference = 0;  ///< theta at the height less theta at the surface
  double roughness = 0;   ///< z_h
  double buoyancy = 0;    ///< away from the wall, per unit of theta; 0: it is carried alone
};

/// A layer over a rough wall with the stability functions of A. J. Dyer, Boundary-Layer Meteorol. 7
/// (1974), where it is unstable, and those that R. J. Beare et al., Boundary-Layer Meteorol. 118
/// (2006), take where it is stable: of zeta = y / L, with L = u_tau^2 / (kappa b_*), b_* the sum of
/// buoyancy times theta_*,
///
///   phi_m = 1 + 4.8 zeta,  phi_h = 1 + 7.8 zeta         zeta >= 0
///   phi_m = (1 - 16 zeta)^(-1/4),  phi_h = phi_m^2      zeta < 0.
class SurfaceLayer {
 public:
  struct Wall {
    double kappa = 0.4;
    double height = 0;     ///< at which velocity and scalars are taken
    double roughness = 0;  ///< z_0
  };
  /// speed: along the wall at the height. Where no layer is as stable as that zeta would pass
  /// `most_stable`, which is taken then: turbulence is about to cease.
  SurfaceLayer(const Wall& wall, double speed, std::span<const ScalarDrop> drops);

  [[nodiscard]] double friction_velocity() const { return u_tau_; }
  /// theta_* u_tau, what the wall takes of the scalar.
  [[nodiscard]] double flux_to_wall(const ScalarDrop& drop) const;
  [[nodiscard]] double zeta() const { return zeta_; }

  static constexpr double most_stable = 10, most_unstable = -100;

 private:
  /// kappa u / u_tau and kappa (theta - theta_s) / theta_* at the height.
  [[nodiscard]] double of_velocity(double zeta) const;
  [[nodiscard]] double of_scalar(double roughness, double zeta) const;
  [[nodiscard]] double zeta_from(double zeta, double speed,
                                 std::span<const ScalarDrop> drops) const;
  void find_zeta(double speed, std::span<const ScalarDrop> drops);

  Wall wall_;
  double zeta_ = 0, u_tau_ = 0;
};

}  // namespace lobatto::physics
