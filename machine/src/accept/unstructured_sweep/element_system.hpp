#pragma once

#include "accept/sweep/materials.hpp"
#include "accept/unstructured_sweep/hex_matrices.hpp"
#include "kernels/registers/lanes.hpp"

namespace lobatto::accept {

/// Values at the corners of an element: [corner][group].
using CornerFluxes = std::array<ByGroup, n_corners>;

/// The equations of an element in a direction Omega, for each group
///   (streaming + total mass) psi = right,
///   streaming = -sum_d Omega_d gradients_d + sum over faces with outflow, sum_d Omega_d faces_d.
struct TransportSystem {
  HexMatrices::Matrix streaming{};
  CornerFluxes right{};
};

inline namespace LOBATTO_LANES {

using kernels::Lanes;

/// Solves the system, as many groups at once as a register holds, without pivots: the symmetric
/// part of the matrix, total mass + half of what flows through the faces, is positive definite.
inline void solve_element(const TransportSystem& system, const HexMatrices::Matrix& mass,
                          const ByGroup& total, CornerFluxes& psi) {
  constexpr std::size_t n = n_corners;
  for (std::size_t group = 0; group < n_groups; group += kernels::n_lanes) {
    const Lanes collisions = kernels::load(total.data() + group);
    Lanes a[n][n], b[n], inverse[n];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        a[i][j] = system.streaming[i][j] + collisions * mass[i][j];
      b[i] = kernels::load(system.right[i].data() + group);
    }
    kernels::unrolled<n_corners>([&](auto k) __attribute__((always_inline)) {
      inverse[k] = 1.0 / a[k][k];
      for (std::size_t i = k + 1; i < n; ++i) {
        const Lanes factor = a[i][k] * inverse[k];
        for (std::size_t j = k + 1; j < n; ++j) a[i][j] -= factor * a[k][j];
        b[i] -= factor * b[k];
      }
    });
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j) b[i] -= a[i][j] * b[j];
      b[i] *= inverse[i];
      kernels::store(psi[i].data() + group, b[i]);
    }
  }
}

}  // namespace LOBATTO_LANES

/// Per element, direction and group: matrix 128, elimination 28 quotients, 280 and 56 for matrix
/// and right-hand side, 8 inverses, 64 backwards; inflow through three faces 96; 16 for the mean
/// flux. And once for all groups: volume 320, faces 528.
inline constexpr double element_flops = 128 + 28 + 280 + 56 + 8 + 64 + 96 + 16;
inline constexpr double element_direction_flops = 320 + 528;

}  // namespace lobatto::accept
