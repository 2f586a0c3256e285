#include "kernels/operators/general_stiffness.hpp"

#include "kernels/operators/symmetric_factors.hpp"

namespace lobatto::kernels {

namespace {

/// As apply_factors in a plane.
template <class Real>
void apply_factors_in_plane(int n, const Real* __restrict g, Real* __restrict r,
                            Real* __restrict s) {
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) {
    const Real x = r[i], y = s[i];
    r[i] = g[i] * x + g[n + i] * y;
    s[i] = g[n + i] * x + g[3 * n + i] * y;
  }
}

}  // namespace

template <class Real>
GeneralStiffness<Real>::GeneralStiffness(const BatchArithmetic<Real>& arithmetic,
                                         const ElementShape& shape,
                                         std::span<const double> derivative)
    : arithmetic_(arithmetic),
      n_(shape.n),
      n_t_(shape.n_t),
      derivative_(n_, n_, false, [&](int i, int l) { return derivative[i * n_ + l]; }),
      transposed_(n_, n_, false, [&](int i, int l) { return derivative[l * n_ + i]; }),
      ones_(arithmetic.lanes()),
      t_(shape.is_plane() ? 0 : shape.size() * arithmetic.lanes()),
      r_(static_cast<std::size_t>(n_) * n_ * arithmetic.lanes()),
      s_(r_.size()) {
  ones_.fill(1);
}

template <class Real>
void GeneralStiffness<Real>::operator()(const Real* factors, const Real* u, Real* out) {
  const int row = n_ * arithmetic_.lanes();
  const int plane = n_ * row;
  Real *r = r_.data(), *s = s_.data();
  const bool is_plane = n_t_ != n_;
  if (!is_plane) apply(derivative_, n_ * n_, false, {u, n_ * n_, 1}, {t_.data(), n_ * n_, 1});
  for (int k = 0; k < n_t_; ++k) {
    const Real* in = u + k * plane;
    Real* sum = out + k * plane;
    apply(derivative_, n_, false, {in, 1, n_}, {r, 1, n_});
    apply(derivative_, n_, false, {in, n_, 1}, {s, n_, 1});
    for (int j = 0; j < n_; ++j, factors += 6 * row) {
      if (is_plane)
        apply_factors_in_plane(row, factors, r + j * row, s + j * row);
      else
        apply_factors(row, factors, r + j * row, s + j * row, t_.data() + k * plane + j * row);
    }
    apply(transposed_, n_, false, {r, 1, n_}, {sum, 1, n_});
    apply(transposed_, n_, true, {s, n_, 1}, {sum, n_, 1});
  }
  if (!is_plane) apply(transposed_, n_ * n_, true, {t_.data(), n_ * n_, 1}, {out, n_ * n_, 1});
}

template class GeneralStiffness<double>;
template class GeneralStiffness<float>;

}  // namespace lobatto::kernels
