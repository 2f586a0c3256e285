#include "kernels/contraction.hpp"

#include <libxsmm.h>

#include "kernels/reference/contraction.hpp"

namespace lobatto::kernels {

Contraction::Contraction(const ContractionShape& shape) : shape_(shape) {
  const double alpha = 1.0;
  const double beta = shape.accumulate ? 1.0 : 0.0;
  kernel_ = libxsmm_dmmdispatch(shape.m, shape.n, shape.k, &shape.lda, &shape.ldb, &shape.ldc,
                                &alpha, &beta, nullptr, nullptr);
}

void Contraction::fall_back(const double* a, const double* b, double* c) const {
  reference::contract(shape_, a, b, c);
}

ElementProducts::ElementProducts(int n, bool accumulate)
    : n_(n),
      x_(ContractionShape::packed(n, n * n, n, accumulate)),
      y_(ContractionShape::packed(n, n, n, accumulate)),
      z_(ContractionShape::packed(n * n, n, n, accumulate)) {}

void ElementProducts::along_y(const double* matrix, const double* u, double* out) const {
  const int plane = n_ * n_;
  for (int k = 0; k < n_; ++k) y_(u + k * plane, matrix, out + k * plane);
}

}  // namespace lobatto::kernels
