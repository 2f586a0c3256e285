#pragma once

namespace lobatto::kernels {

/// Sums over elements by GLL quadrature and a maximum over nodes; start from {} and accumulate.
struct FlowDiagnostics {
  double kinetic_energy = 0.0;      ///< integral of u.u / 2
  double enstrophy = 0.0;           ///< integral of |curl u|^2 / 2
  double divergence_squared = 0.0;  ///< integral of (div u)^2
  double max_courant_rate = 0.0;    ///< max of sum_d |u_d| / spacing_d: the Courant number over dt
};

}  // namespace lobatto::kernels
