#pragma once

#include <array>
#include <optional>

namespace lobatto::physics {

/// <u_i u_j>: uu, vv, ww, uv, uw, vw.
using ReynoldsStress = std::array<double, 6>;

/// A lower triangle, row by row: a_11, a_21, a_22, a_31, a_32, a_33.
struct StressFactor {
  std::array<double, 6> a{};

  /// a v: has the stress a a^T where v has the unit matrix.
  [[nodiscard]] std::array<double, 3> operator()(const std::array<double, 3>& v) const {
    return {a[0] * v[0], a[1] * v[0] + a[2] * v[1], a[3] * v[0] + a[4] * v[1] + a[5] * v[2]};
  }
  /// a^T n
  [[nodiscard]] std::array<double, 3> transposed(const std::array<double, 3>& n) const {
    return {a[0] * n[0] + a[1] * n[1] + a[3] * n[2], a[2] * n[1] + a[4] * n[2], a[5] * n[2]};
  }
};

/// The same root mean square for each component, uncorrelated.
inline StressFactor isotropic_factor(double intensity) {
  return {{intensity, 0, intensity, 0, 0, intensity}};
}

/// What counts as round-off of the stresses in a stream of this velocity.
inline double negligible_stress(const std::array<double, 3>& stream) {
  return 1e-14 * (stream[0] * stream[0] + stream[1] * stream[1] + stream[2] * stream[2]);
}

/// The a with a a^T = stress (Cholesky; Lund, Wu & Squires, J. Comput. Phys. 140 (1998)), zero in
/// the columns where nothing is left. None where no velocity has this stress: the tensor has a
/// negative eigenvalue. What is below 1e-10 of its trace, or below `negligible`, is round-off.
std::optional<StressFactor> stress_factor(const ReynoldsStress& stress, double negligible);

}  // namespace lobatto::physics
