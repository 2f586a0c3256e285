#pragma once

#include <span>
#include <vector>

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

/// (F (x) F (x) F) u by its definition, direction after direction. matrix [n][n], u [n][n][n]
inline std::vector<double> element_filter(int n, std::span<const double> matrix,
                                          std::vector<double> u) {
  for (int stride = 1; stride < n * n * n; stride *= n) {
    std::vector<double> out(u.size(), 0.0);
    for (int q = 0; q < n * n * n; ++q) {
      const int i = q / stride % n, begin = q - i * stride;
      for (int l = 0; l < n; ++l) out[q] += matrix[i * n + l] * u[begin + l * stride];
    }
    u = out;
  }
  return u;
}

}  // namespace lobatto::kernels::reference
