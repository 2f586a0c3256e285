#include "kernels/box_operators.hpp"

#include <algorithm>
#include <cmath>

namespace lobatto::kernels {

namespace {

double jacobian(const Lengths& h) { return h[0] * h[1] * h[2] / 8.0; }

}  // namespace

BoxOperators::BoxOperators(int n, std::span<const double> derivative, std::span<const double> weights)
    : n_(n),
      size_(static_cast<std::size_t>(n) * n * n),
      derivative_(derivative.begin(), derivative.end()),
      weak_derivative_(derivative.size()),
      laplacian_(derivative.size(), 0.0),
      mass_(size_),
      workspace_(9 * size_),
      row_sums_(5 * static_cast<std::size_t>(n)),
      set_(n, false),
      add_(n, true) {
  for (auto& matrix : scaled_) matrix = base::AlignedArray<double>(derivative.size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      weak_derivative_[i * n + j] = derivative[j * n + i] * weights[j] / weights[i];
      for (int l = 0; l < n; ++l) {
        laplacian_[i * n + j] += derivative[l * n + i] * weights[l] * derivative[l * n + j] / weights[i];
      }
    }
  }
  for (int k = 0; k < n; ++k) {
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) mass_[(k * n + j) * n + i] = weights[i] * weights[j] * weights[k];
    }
  }
}

void BoxOperators::scale_matrix(int direction, double factor, const std::vector<double>& source,
                                double diagonal) {
  double* target = scaled_[direction].data();
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      target[i * n_ + j] = factor * (direction == 0 ? source[j * n_ + i] : source[i * n_ + j]);
    }
    target[i * n_ + i] += diagonal;
  }
}

void BoxOperators::multiply(const ElementProducts& products, int direction, const double* u,
                            double* out) const {
  const double* matrix = scaled_[direction].data();
  if (direction == 0) products.along_x(matrix, u, out);
  if (direction == 1) products.along_y(matrix, u, out);
  if (direction == 2) products.along_z(matrix, u, out);
}

void BoxOperators::differentiate(const Lengths& h, int direction, const double* u, double* out) {
  scale_matrix(direction, 2.0 / h[direction], derivative_);
  multiply(set_, direction, u, out);
}

void BoxOperators::scale_by_mass(double jacobian_value, double* __restrict out) const {
  const double* __restrict mass = mass_.data();
  for (std::size_t q = 0; q < size_; ++q) out[q] *= jacobian_value * mass[q];
}

void BoxOperators::gradient(const Lengths& h, std::span<const double> p, const std::array<double*, 3>& out) {
  for (int d = 0; d < 3; ++d) differentiate(h, d, p.data(), out[d]);
}

void BoxOperators::weak_divergence(const Lengths& h, const std::array<const double*, 3>& f,
                                   std::span<double> out) {
  for (int d = 0; d < 3; ++d) {
    scale_matrix(d, 2.0 / h[d], weak_derivative_);
    multiply(d == 0 ? set_ : add_, d, f[d], out.data());
  }
  scale_by_mass(jacobian(h), out.data());
}

void BoxOperators::helmholtz(const Lengths& h, double sigma, double nu, std::span<const double> u,
                             std::span<double> out) {
  for (int d = 0; d < 3; ++d) {
    scale_matrix(d, nu * 4.0 / (h[d] * h[d]), laplacian_, d == 0 ? sigma : 0.0);
    multiply(d == 0 ? set_ : add_, d, u.data(), out.data());
  }
  scale_by_mass(jacobian(h), out.data());
}

void BoxOperators::momentum_rhs(const Lengths& h, int direction, std::span<const double> f,
                                std::span<const double> p, std::span<double> out) {
  double* slope = workspace_.data();
  differentiate(h, direction, p.data(), slope);
  const double* mass = mass_.data();
  const double* force = f.data();
  double* result = out.data();
  const double volume = jacobian(h);
#pragma GCC ivdep
  for (std::size_t q = 0; q < size_; ++q) result[q] = volume * mass[q] * (force[q] - slope[q]);
}

void BoxOperators::accumulate_diagnostics(const Lengths& h, const std::array<const double*, 3>& u,
                                          std::span<const double> spacing, FlowDiagnostics& sums) {
  for (int d = 0; d < 3; ++d) {
    scale_matrix(d, 2.0 / h[d], derivative_);
    for (int c = 0; c < 3; ++c) multiply(set_, d, u[c], workspace_.data() + (3 * c + d) * size_);
  }
  std::fill(row_sums_.begin(), row_sums_.end(), 0.0);
  for (int i = 0; i < n_; ++i) row_sums_[4 * n_ + i] = 2.0 / (h[0] * spacing[i]);
  for (int row = 0; row < n_ * n_; ++row) {
    accumulate_row(row, 2.0 / (h[1] * spacing[row % n_]), 2.0 / (h[2] * spacing[row / n_]), u);
  }
  const double* sum = row_sums_.data();
  for (int i = 0; i < n_; ++i) {
    sums.kinetic_energy += 0.5 * jacobian(h) * sum[i];
    sums.enstrophy += 0.5 * jacobian(h) * sum[n_ + i];
    sums.divergence_squared += jacobian(h) * sum[2 * n_ + i];
    sums.max_courant_rate = std::max(sums.max_courant_rate, sum[3 * n_ + i]);
  }
}

void BoxOperators::accumulate_row(int row, double inverse_y, double inverse_z,
                                  const std::array<const double*, 3>& velocity) {
  const std::size_t begin = static_cast<std::size_t>(row) * n_;
  const double* g = workspace_.data() + begin;  // g + (3 c + d) n^3: d u_c / d x_d
  const double* mass = mass_.data() + begin;
  const double* u = velocity[0] + begin;
  const double* v = velocity[1] + begin;
  const double* w = velocity[2] + begin;
  double* energy = row_sums_.data();
  double* enstrophy = energy + n_;
  double* divergence = enstrophy + n_;
  double* rate = divergence + n_;
  const double* inverse_x = rate + n_;
  const std::size_t s = size_;
#pragma GCC ivdep
  for (int i = 0; i < n_; ++i) {
    const double wx = g[7 * s + i] - g[5 * s + i];
    const double wy = g[2 * s + i] - g[6 * s + i];
    const double wz = g[3 * s + i] - g[1 * s + i];
    const double div = g[i] + g[4 * s + i] + g[8 * s + i];
    energy[i] += mass[i] * (u[i] * u[i] + v[i] * v[i] + w[i] * w[i]);
    enstrophy[i] += mass[i] * (wx * wx + wy * wy + wz * wz);
    divergence[i] += mass[i] * (div * div);
    const double here =
        std::fabs(u[i]) * inverse_x[i] + std::fabs(v[i]) * inverse_y + std::fabs(w[i]) * inverse_z;
    rate[i] = here > rate[i] ? here : rate[i];
  }
}

}  // namespace lobatto::kernels
