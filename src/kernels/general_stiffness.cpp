#include "kernels/general_stiffness.hpp"

namespace lobatto::kernels {

namespace {

/// Derivatives of a row of n nodes to fluxes, in place: the symmetric factors applied.
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
GeneralStiffness<Real>::GeneralStiffness(int n, std::span<const double> derivative)
    : n_(n),
      derivative_(derivative.size()),
      transposed_(derivative.size()),
      r_(static_cast<std::size_t>(n) * n * n),
      s_(r_.size()),
      t_(r_.size()),
      set_(n, false),
      add_(n, true) {
  for (int i = 0; i < n; ++i) {
    for (int l = 0; l < n; ++l) {
      derivative_[i * n + l] = static_cast<Real>(derivative[i * n + l]);
      transposed_[l * n + i] = derivative_[i * n + l];
    }
  }
}

template <class Real>
void GeneralStiffness<Real>::operator()(const Real* factors, const Real* u, Real* out) {
  set_.along_x(transposed_.data(), u, r_.data());
  set_.along_y(derivative_.data(), u, s_.data());
  set_.along_z(derivative_.data(), u, t_.data());
  for (int row = 0; row < n_ * n_; ++row) {
    const int at = row * n_;
    apply_factors(n_, factors + 6 * at, r_.data() + at, s_.data() + at, t_.data() + at);
  }
  // D^T along x wants the transpose of D^T.
  set_.along_x(derivative_.data(), r_.data(), out);
  add_.along_y(transposed_.data(), s_.data(), out);
  add_.along_z(transposed_.data(), t_.data(), out);
}

template class GeneralStiffness<double>;
template class GeneralStiffness<float>;

}  // namespace lobatto::kernels
