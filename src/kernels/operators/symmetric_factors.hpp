#pragma once

#include <cstddef>

namespace lobatto::kernels {

/// Derivatives of n values to fluxes, in place: g [rr rs rt ss st tt][n] applied.
template <class Real>
void apply_factors(std::size_t n, const Real* __restrict g, Real* __restrict r, Real* __restrict s,
                   Real* __restrict t) {
#pragma GCC ivdep
  for (std::size_t i = 0; i < n; ++i) {
    const Real x = r[i], y = s[i], z = t[i];
    r[i] = g[i] * x + g[n + i] * y + g[2 * n + i] * z;
    s[i] = g[n + i] * x + g[3 * n + i] * y + g[4 * n + i] * z;
    t[i] = g[2 * n + i] * x + g[4 * n + i] * y + g[5 * n + i] * z;
  }
}

}  // namespace lobatto::kernels
