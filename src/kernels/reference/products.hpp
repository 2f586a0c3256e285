#pragma once

#include "kernels/products/contraction.hpp"

namespace lobatto::kernels::reference {

/// C = A B or C += A B, column-major, by the definition.
template <class Real>
void contract(const ContractionShape& s, const Real* a, const Real* b, Real* c) {
  for (int j = 0; j < s.n; ++j) {
    Real* column = c + j * s.ldc;
    for (int i = 0; i < s.m && !s.accumulate; ++i) column[i] = 0;
    for (int l = 0; l < s.k; ++l) {
      const Real factor = b[l + j * s.ldb];
      for (int i = 0; i < s.m; ++i) column[i] += a[i + l * s.lda] * factor;
    }
  }
}

}  // namespace lobatto::kernels::reference
