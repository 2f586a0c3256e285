#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lobatto::physics {

/// Isotropic velocity fluctuations of unit intensity, for all places and times: a sum of N waves
/// with random wave vectors k_n, unit vectors s_n across them and phases (Kraichnan, Phys. Fluids
/// 13 (1970)), frozen into a stream of velocity c,
///
///   u(x, t) = sqrt(6 / N) sum_n g_n s_n cos(k_n . (x - c t) + phi_n),     s_n . k_n = 0,
///
/// free of divergence. |k| is distributed as k^4 exp(-2 (k / k_0)^2), the spectrum of decaying
/// turbulence at low Reynolds numbers, and k_0 = sqrt(2 pi) / L gives the longitudinal integral
/// length L. Three waves in turn have k and s along the axes of one random frame, and the g_n, near
/// 1, make good what is left: <u_i u_j> = 1 for i = j, else 0, in the mean over time at every
/// place. Waves too few for that (fewer than 30 may be) have g_n = 1, and <u . u> = 3 alone.
class TurbulentWaves {
 public:
  struct Settings {
    double length = 1;                   ///< L
    std::array<double, 3> convection{};  ///< c
    int n_waves = 200;
    long long seed = 1;
    std::array<std::optional<double>, 3> periods = {};  ///< wave vectors are rounded to fit them
  };
  explicit TurbulentWaves(const Settings& settings);

  struct Wave {
    std::array<double, 3> k, direction;  ///< direction with its amplitude
    double phase, frequency;             ///< k . c
    /// k . x + phase
    [[nodiscard]] double angle(const std::array<double, 3>& x) const {
      return k[0] * x[0] + k[1] * x[1] + k[2] * x[2] + phase;
    }
  };
  [[nodiscard]] const std::vector<Wave>& waves() const { return waves_; }
  /// cos(k_n . c t) and sin(k_n . c t).
  struct Turns {
    std::vector<double> cosines, sines;
  };
  [[nodiscard]] Turns turns(double t) const;
  /// At a place and time.
  [[nodiscard]] std::array<double, 3> operator()(const std::array<double, 3>& x, double t) const;

 private:
  void balance();

  std::vector<Wave> waves_;
};

}  // namespace lobatto::physics
