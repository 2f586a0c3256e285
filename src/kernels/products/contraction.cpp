#include "kernels/products/contraction.hpp"

#include <libxsmm.h>

#include <algorithm>
#include <type_traits>

#include "kernels/reference/products.hpp"

namespace lobatto::kernels {

template <class Real>
BasicContraction<Real>::BasicContraction(const ContractionShape& shape) : shape_(shape) {
  const Real alpha = 1, beta = shape.accumulate ? 1 : 0;
  if constexpr (std::is_same_v<Real, double>) {
    kernel_ = libxsmm_dmmdispatch(shape.m, shape.n, shape.k, &shape.lda, &shape.ldb, &shape.ldc,
                                  &alpha, &beta, nullptr, nullptr);
  } else {
    kernel_ = libxsmm_smmdispatch(shape.m, shape.n, shape.k, &shape.lda, &shape.ldb, &shape.ldc,
                                  &alpha, &beta, nullptr, nullptr);
  }
}

template <class Real>
void BasicContraction<Real>::fall_back(const Real* a, const Real* b, Real* c) const {
  reference::contract(shape_, a, b, c);
}

template <class Real>
BasicElementProducts<Real>::BasicElementProducts(const ElementShape& shape, bool accumulate)
    : shape_(shape),
      x_(ContractionShape::packed(shape.n, shape.n_rows(), shape.n, accumulate)),
      y_(ContractionShape::packed(shape.n, shape.n, shape.n, accumulate)),
      z_(ContractionShape::packed(shape.n * shape.n, shape.n, shape.n, accumulate)) {}

template <class Real>
void BasicElementProducts<Real>::along_y(const Real* matrix, const Real* u, Real* out) const {
  const int plane = shape_.n * shape_.n;
  for (int k = 0; k < shape_.n_t; ++k) y_(u + k * plane, matrix, out + k * plane);
}

template <class Real>
void BasicElementProducts<Real>::zero_in_plane(Real* out) const {
  if (!z_.shape().accumulate) std::fill_n(out, shape_.size(), Real(0));
}

template class BasicContraction<double>;
template class BasicContraction<float>;
template class BasicElementProducts<double>;
template class BasicElementProducts<float>;

}  // namespace lobatto::kernels
