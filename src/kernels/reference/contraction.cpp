#include "kernels/reference/contraction.hpp"

namespace lobatto::kernels::reference {

void contract(const ContractionShape& s, const double* a, const double* b, double* c) {
  for (int j = 0; j < s.n; ++j) {
    double* column = c + j * s.ldc;
    for (int i = 0; i < s.m && !s.accumulate; ++i) column[i] = 0.0;
    for (int l = 0; l < s.k; ++l) {
      const double factor = b[l + j * s.ldb];
      for (int i = 0; i < s.m; ++i) column[i] += a[i + l * s.lda] * factor;
    }
  }
}

}  // namespace lobatto::kernels::reference
