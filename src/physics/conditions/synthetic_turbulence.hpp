#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "space/boundary.hpp"
#include "space/function_space.hpp"

namespace lobatto::physics {

/// Isotropic velocity fluctuations of unit intensity, for all places and times: a sum of N waves
/// with random wave vectors k_n, unit vectors s_n across them and phases (Kraichnan, Phys. Fluids
/// 13 (1970)), frozen into a stream of velocity c,
///
///   u(x, t) = sqrt(6 / N) sum_n s_n cos(k_n . (x - c t) + phi_n),     s_n . k_n = 0,
///
/// free of divergence, with <u_i^2> = 1. |k| is distributed as k^4 exp(-2 (k / k_0)^2), the
/// spectrum of decaying turbulence at low Reynolds numbers, and k_0 = sqrt(2 pi) / L gives the
/// longitudinal integral length L.
class TurbulentWaves {
 public:
  struct Settings {
    double length = 1;                   ///< L
    std::array<double, 3> convection{};  ///< c
    int n_waves = 200;
    std::int64_t seed = 1;
    std::array<std::optional<double>, 3> periods = {};  ///< wave vectors are rounded to fit them
  };
  explicit TurbulentWaves(const Settings& settings);

  struct Wave {
    std::array<double, 3> k, direction;  ///< direction with its amplitude
    double phase, frequency;             ///< k . c
  };
  [[nodiscard]] const std::vector<Wave>& waves() const { return waves_; }
  /// Component d at a place and time.
  [[nodiscard]] double operator()(int d, const std::array<double, 3>& x, double t) const;

 private:
  std::vector<Wave> waves_;
};

/// Those waves times an intensity of the place, on one part of the boundary, without a net flux
/// through it: what the waves carry, c(t), is taken off along the normal in proportion to the
/// intensity. c(t) is known of each wave from two integrals, so that all of it is a function of
/// place and time.
class SyntheticTurbulence {
 public:
  /// Collective.
  SyntheticTurbulence(const TurbulentWaves::Settings& settings,
                      const space::SpaceTimeFunction& intensity, const space::FunctionSpace& space,
                      int boundary);

  /// out += component d at points of that part of the boundary, with their normals.
  void add(int d, const space::Points& points, double t, std::span<double> out) const;

 private:
  void add_integrals(const space::Boundary& part, std::span<const double> strength,
                     std::span<double> sums) const;
  [[nodiscard]] double net_flux(double t) const;

  TurbulentWaves waves_;
  space::SpaceTimeFunction intensity_;
  /// int intensity s_n . n (cos, sin)(k_n . x + phi_n) over the part, over int
  /// intensity; none where that is zero.
  std::vector<std::array<double, 2>> fluxes_;
};

}  // namespace lobatto::physics
