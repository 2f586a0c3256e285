#include "kernels/box_stiffness.hpp"

namespace lobatto::kernels {

template <class Real>
BoxStiffness<Real>::BoxStiffness(int n, std::span<const double> derivative,
                                 std::span<const double> weights)
    : n_(n),
      size_(static_cast<std::size_t>(n) * n * n),
      laplacian_(derivative.size()),
      transposed_(derivative.size()),
      mass_(size_),
      scaled_(derivative.size()),
      set_(n, false),
      add_(n, true) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < n; ++l)
        sum += derivative[l * n + i] * weights[l] * derivative[l * n + j] / weights[i];
      laplacian_[i * n + j] = static_cast<Real>(sum);
      transposed_[j * n + i] = static_cast<Real>(sum);
    }
  }
  for (std::size_t q = 0; q < size_; ++q) {
    mass_[q] =
        static_cast<Real>(weights[q % n] * weights[q / n % n] * weights[q / (std::size_t(n) * n)]);
  }
}

template <class Real>
void BoxStiffness<Real>::operator()(const Lengths& h, const Real* u, Real* __restrict out) {
  const double jacobian = h[0] * h[1] * h[2] / 8;
  for (int d = 0; d < 3; ++d) {
    const auto factor = static_cast<Real>(jacobian * 4 / (h[d] * h[d]));
    const Real* from = d == 0 ? transposed_.data() : laplacian_.data();
    for (std::size_t q = 0; q < scaled_.size(); ++q) scaled_[q] = factor * from[q];
    if (d == 0) set_.along_x(scaled_.data(), u, out);
    if (d == 1) add_.along_y(scaled_.data(), u, out);
    if (d == 2) add_.along_z(scaled_.data(), u, out);
  }
  const Real* __restrict mass = mass_.data();
  for (std::size_t q = 0; q < size_; ++q) out[q] *= mass[q];
}

template class BoxStiffness<double>;
template class BoxStiffness<float>;

}  // namespace lobatto::kernels
