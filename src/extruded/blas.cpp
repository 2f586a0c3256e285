#include "extruded/blas.hpp"

// Of BLAS, as Fortran passes arguments.
extern "C" {
// NOLINTNEXTLINE(readability-identifier-naming)
void dgemm_(const char* transposed_a, const char* transposed_b, const int* m, const int* n,
            const int* k, const double* alpha, const double* a, const int* lda, const double* b,
            const int* ldb, const double* beta, double* c, const int* ldc);
}

namespace lobatto::extruded {

void multiply(int rows, int columns, int inner, double alpha, Factor a, Factor b, double beta,
              double* c) {
  // What is row-major here is for BLAS the column-major transpose: C^T = B^T A^T.
  const int lda = a.transposed ? rows : inner, ldb = b.transposed ? inner : columns;
  dgemm_(b.transposed ? "T" : "N", a.transposed ? "T" : "N", &columns, &rows, &inner, &alpha,
         b.values, &ldb, a.values, &lda, &beta, c, &columns);
}

}  // namespace lobatto::extruded
