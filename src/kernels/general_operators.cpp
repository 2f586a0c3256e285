#include "kernels/general_operators.hpp"

namespace lobatto::kernels {

GeneralOperators::GeneralOperators(const LineRule& rule)
    : n_(rule.n),
      size_(static_cast<std::size_t>(rule.n) * rule.n * rule.n),
      derivative_(rule.derivative.size()),
      transposed_(rule.derivative.size()),
      set_(rule.n, false),
      add_(rule.n, true) {
  for (auto& field : workspace_) field = base::AlignedArray<double>(size_);
  for (int i = 0; i < n_; ++i) {
    for (int l = 0; l < n_; ++l) {
      derivative_[i * n_ + l] = rule.derivative[i * n_ + l];
      transposed_[l * n_ + i] = rule.derivative[i * n_ + l];
    }
  }
}

void GeneralOperators::gradient(std::span<const double> metric, std::span<const double> p,
                                const std::array<double*, 3>& out) {
  set_.along_x(transposed_.data(), p.data(), workspace_[0].data());
  set_.along_y(derivative_.data(), p.data(), workspace_[1].data());
  set_.along_z(derivative_.data(), p.data(), workspace_[2].data());
  for (int row = 0; row < n_ * n_; ++row) {
    const double* m = metric.data() + 9 * row * n_;
    const double* slope[3];
    for (int a = 0; a < 3; ++a) slope[a] = workspace_[a].data() + row * n_;
    for (int b = 0; b < 3; ++b) {
      double* target = out[b] + row * n_;
#pragma GCC ivdep
      for (int i = 0; i < n_; ++i) {
        target[i] = m[b * n_ + i] * slope[0][i] + m[(3 + b) * n_ + i] * slope[1][i] +
                    m[(6 + b) * n_ + i] * slope[2][i];
      }
    }
  }
}

void GeneralOperators::weak_divergence(std::span<const double> metric, std::span<const double> mass,
                                       const std::array<const double*, 3>& f,
                                       std::span<double> out) {
  for (int row = 0; row < n_ * n_; ++row) {
    const int at = row * n_;
    for (int a = 0; a < 3; ++a) {
      const double* m = metric.data() + 9 * at + 3 * a * n_;
      double* flux = workspace_[a].data() + at;
#pragma GCC ivdep
      for (int i = 0; i < n_; ++i) {
        flux[i] = mass[at + i] *
                  (m[i] * f[0][at + i] + m[n_ + i] * f[1][at + i] + m[2 * n_ + i] * f[2][at + i]);
      }
    }
  }
  // D^T along x wants the transpose of D^T.
  set_.along_x(derivative_.data(), workspace_[0].data(), out.data());
  add_.along_y(transposed_.data(), workspace_[1].data(), out.data());
  add_.along_z(transposed_.data(), workspace_[2].data(), out.data());
}

}  // namespace lobatto::kernels
