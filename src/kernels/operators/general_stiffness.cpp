#include "kernels/operators/general_stiffness.hpp"

namespace lobatto::kernels {

namespace {

/// Derivatives of a row of n values to fluxes, in place: the symmetric factors applied.
template <class Real>
void apply_factors(int n, const Real* __restrict g, Real* __restrict r, Real* __restrict s,
                   Real* __restrict t) {
#pragma GCC ivdep
  for (int i = 0; i < n; ++i) {
    const Real x = r[i], y = s[i], z = t[i];
    r[i] = g[i] * x + g[n + i] * y + g[2 * n + i] * z;
    s[i] = g[n + i] * x + g[3 * n + i] * y + g[4 * n + i] * z;
    t[i] = g[2 * n + i] * x + g[4 * n + i] * y + g[5 * n + i] * z;
  }
}

}  // namespace

template <class Real>
GeneralStiffness<Real>::GeneralStiffness(const BatchArithmetic<Real>& arithmetic, int n,
                                         std::span<const double> derivative)
    : arithmetic_(arithmetic),
      n_(n),
      derivative_(n, n, false, [&](int i, int l) { return derivative[i * n + l]; }),
      transposed_(n, n, false, [&](int i, int l) { return derivative[l * n + i]; }),
      ones_(arithmetic.lanes()),
      t_(static_cast<std::size_t>(n) * n * n * arithmetic.lanes()),
      r_(t_.size() / n),
      s_(t_.size() / n) {
  ones_.fill(1);
}

template <class Real>
void GeneralStiffness<Real>::operator()(const Real* factors, const Real* u, Real* out) {
  const int row = n_ * arithmetic_.lanes();
  const int plane = n_ * row;
  Real *r = r_.data(), *s = s_.data();
  apply(derivative_, n_ * n_, false, {u, n_ * n_, 1}, {t_.data(), n_ * n_, 1});
  for (int k = 0; k < n_; ++k) {
    const Real* in = u + k * plane;
    Real* sum = out + k * plane;
    apply(derivative_, n_, false, {in, 1, n_}, {r, 1, n_});
    apply(derivative_, n_, false, {in, n_, 1}, {s, n_, 1});
    for (int j = 0; j < n_; ++j, factors += 6 * row)
      apply_factors(row, factors, r + j * row, s + j * row, t_.data() + k * plane + j * row);
    apply(transposed_, n_, false, {r, 1, n_}, {sum, 1, n_});
    apply(transposed_, n_, true, {s, n_, 1}, {sum, n_, 1});
  }
  apply(transposed_, n_ * n_, true, {t_.data(), n_ * n_, 1}, {out, n_ * n_, 1});
}

template class GeneralStiffness<double>;
template class GeneralStiffness<float>;

}  // namespace lobatto::kernels
