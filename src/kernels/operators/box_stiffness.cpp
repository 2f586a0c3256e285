#include "kernels/operators/box_stiffness.hpp"

#include <algorithm>

namespace lobatto::kernels {

template <class Real>
BoxStiffness<Real>::BoxStiffness(const BatchArithmetic<Real>& arithmetic, const ElementShape& shape,
                                 std::span<const double> derivative,
                                 std::span<const double> weights)
    : arithmetic_(arithmetic),
      n_(shape.n),
      n_t_(shape.n_t),
      laplacian_(n_, n_, true,
                 [&](int i, int j) {
                   double sum = 0;
                   for (int l = 0; l < n_; ++l)
                     sum += derivative[l * n_ + i] * weights[l] * derivative[l * n_ + j];
                   return sum / weights[i];
                 }),
      mass_(shape.size()) {
  for (std::size_t q = 0; q < mass_.size(); ++q)
    mass_[q] = static_cast<Real>(reference_weight(shape, weights, q));
}

template <class Real>
void BoxStiffness<Real>::scale(std::span<const Lengths> lengths, Real* scales) const {
  const int lanes = arithmetic_.lanes();
  std::fill_n(scales, 3 * lanes, Real(0));
  for (std::size_t lane = 0; lane < lengths.size(); ++lane) {
    const Lengths& h = lengths[lane];
    for (int d = 0; d < 3; ++d)
      scales[d * lanes + lane] = static_cast<Real>(h[0] * h[1] * h[2] / (2 * h[d] * h[d]));
  }
}

template <class Real>
void BoxStiffness<Real>::operator()(const Real* scales, const Real* u, Real* __restrict out) const {
  const int lanes = arithmetic_.lanes();
  const std::size_t plane = static_cast<std::size_t>(n_) * n_ * lanes;
  const bool is_plane = n_t_ != n_;
  if (!is_plane)
    arithmetic_.multiply(laplacian_, n_ * n_, false, scales + 2 * lanes, {u, n_ * n_, 1},
                         {out, n_ * n_, 1});
  for (int k = 0; k < n_t_; ++k, u += plane, out += plane) {
    arithmetic_.multiply(laplacian_, n_, !is_plane, scales + lanes, {u, n_, 1}, {out, n_, 1});
    arithmetic_.multiply(laplacian_, n_, true, scales, {u, 1, n_}, {out, 1, n_});
    const Real* mass = mass_.data() + k * n_ * n_;
    for (int q = 0; q < n_ * n_; ++q) {
#pragma GCC ivdep
      for (int lane = 0; lane < lanes; ++lane) out[q * lanes + lane] *= mass[q];
    }
  }
}

template class BoxStiffness<double>;
template class BoxStiffness<float>;

}  // namespace lobatto::kernels
