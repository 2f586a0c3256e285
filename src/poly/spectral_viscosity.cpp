#include "poly/modal_filter.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace lobatto::poly {

std::vector<double> spectral_viscosity_kernel(int n, int n_modes) {
  if (n_modes < 1 || n_modes > n - 2)
    throw base::Error("a spectral viscosity of " + std::to_string(n) + " modes acts on 1 to " +
                      std::to_string(n - 2) + " of them, not " + std::to_string(n_modes));
  std::vector<double> kernel(static_cast<std::size_t>(n), 0.0);
  const int cutoff = n - 1 - n_modes;
  for (int k = cutoff + 1; k < n; ++k)
    kernel[k] = std::exp(-std::pow(static_cast<double>(n - 1 - k) / (k - cutoff), 2));
  return kernel;
}

Matrix spectral_viscosity_root(const Quadrature& gll, const Matrix& derivative, int n_modes) {
  auto transfer = spectral_viscosity_kernel(derivative.rows, n_modes);
  for (double& part : transfer) part = std::sqrt(part);
  return multiply(modal_filter(gll, ModalBasis::legendre, transfer), derivative);
}

Matrix spectral_viscosity_line(const Quadrature& gll, const Matrix& root) {
  Matrix weighted = root;
  for (int i = 0; i < root.rows; ++i)
    for (int j = 0; j < root.cols; ++j) weighted(i, j) *= gll.weights[i];
  Matrix line = multiply(transpose(root), weighted);
  for (int i = 0; i < line.rows; ++i)
    for (int j = 0; j < line.cols; ++j) line(i, j) /= gll.weights[i];
  return line;
}

/// By the power method, from a vector without symmetry; the quotient of Rayleigh converges though
/// the two largest eigenvalues, of an even and an odd mode, lie close together.
double fastest_decay(const Quadrature& gll, const Matrix& root) {
  const Matrix line = spectral_viscosity_line(gll, root);
  const auto squared = [&](const Matrix& v) {
    double sum = 0;
    for (int i = 0; i < v.rows; ++i) sum += gll.weights[i] * v(i, 0) * v(i, 0);
    return sum;
  };
  Matrix v(line.cols, 1);
  for (int i = 0; i < v.rows; ++i) v(i, 0) = (i % 2 == 0 ? 1.0 : -0.7) + 0.1 * i;
  double rate = 0, before = -1;
  while (std::abs(rate - before) > 1e-9 * rate) {
    const double length = std::sqrt(squared(v));
    for (double& value : v.values) value /= length;
    before = rate;
    rate = squared(multiply(root, v));
    v = multiply(line, v);
  }
  return rate;
}

}  // namespace lobatto::poly
