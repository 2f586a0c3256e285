#include "poly/lagrange.hpp"

#include <algorithm>
#include <vector>

namespace lobatto::poly {

namespace {

// Entries are formed in extended precision and rounded once.
using Real = long double;

bool is_symmetric(std::span<const double> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] != -points[points.size() - 1 - i]) return false;
  }
  return true;
}

/// a(rows - 1 - i, cols - 1 - j) = sign * a(i, j), taken from the first half of the entries.
void mirror(Matrix& a, double sign) {
  const std::size_t n = a.values.size();
  for (std::size_t k = 0; k < n / 2; ++k) a.values[n - 1 - k] = sign * a.values[k];
  if (n % 2 == 1 && sign < 0) a.values[n / 2] = 0;
}

/// Barycentric weights 1 / prod_{k != j} (x_j - x_k). Berrut & Trefethen, SIAM Review 46 (2004),
/// eq. 3.2.
std::vector<Real> barycentric_weights(std::span<const double> nodes) {
  std::vector<Real> weights(nodes.size(), 1);
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      if (k != j) weights[j] /= Real(nodes[j]) - Real(nodes[k]);
    }
  }
  return weights;
}

/// Values at x of all Lagrange polynomials, by the second barycentric formula (eq. 4.2 there).
std::vector<Real> lagrange_values(std::span<const double> nodes, std::span<const Real> weights,
                                  double x) {
  std::vector<Real> values(nodes.size(), 0);
  Real sum = 0;
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    if (x == nodes[j]) {
      values.assign(nodes.size(), 0);
      values[j] = 1;
      return values;
    }
    values[j] = weights[j] / (Real(x) - Real(nodes[j]));
    sum += values[j];
  }
  for (Real& value : values) value /= sum;
  return values;
}

/// D(i, j) = (w_j / w_i) / (x_i - x_j) off the diagonal, and minus the row's sum on it (eq. 9.4
/// there): the derivative of a constant vanishes. [n][n]
std::vector<Real> derivative_values(std::span<const double> nodes, std::span<const Real> weights) {
  const std::size_t n = nodes.size();
  std::vector<Real> d(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    Real sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      d[i * n + j] = weights[j] / weights[i] / (Real(nodes[i]) - Real(nodes[j]));
      sum += static_cast<double>(d[i * n + j]);
    }
    d[i * n + i] = -sum;
  }
  return d;
}

}  // namespace

Matrix interpolation_matrix(std::span<const double> nodes, std::span<const double> points) {
  const auto weights = barycentric_weights(nodes);
  Matrix a(static_cast<int>(points.size()), static_cast<int>(nodes.size()));
  for (int r = 0; r < a.rows; ++r) {
    const auto row = lagrange_values(nodes, weights, points[r]);
    for (int i = 0; i < a.cols; ++i) a(r, i) = static_cast<double>(row[i]);
  }
  if (is_symmetric(nodes) && is_symmetric(points)) mirror(a, 1.0);
  return a;
}

Matrix derivative_matrix(std::span<const double> nodes) {
  const auto values = derivative_values(nodes, barycentric_weights(nodes));
  Matrix d(static_cast<int>(nodes.size()), static_cast<int>(nodes.size()));
  for (std::size_t k = 0; k < values.size(); ++k) d.values[k] = static_cast<double>(values[k]);
  if (is_symmetric(nodes)) mirror(d, -1.0);
  return d;
}

Matrix derivative_at_points(std::span<const double> nodes, std::span<const double> points) {
  // The derivative has degree n - 2, so its values at the nodes, interpolated, are exact.
  const auto weights = barycentric_weights(nodes);
  const auto d = derivative_values(nodes, weights);
  const std::size_t n = nodes.size();
  Matrix a(static_cast<int>(points.size()), static_cast<int>(n));
  for (int r = 0; r < a.rows; ++r) {
    const auto row = lagrange_values(nodes, weights, points[r]);
    for (std::size_t i = 0; i < n; ++i) {
      Real sum = 0;
      for (std::size_t k = 0; k < n; ++k) sum += row[k] * d[k * n + i];
      a(r, static_cast<int>(i)) = static_cast<double>(sum);
    }
  }
  if (is_symmetric(nodes) && is_symmetric(points)) mirror(a, -1.0);
  return a;
}

// Weights 1 / prod_{k != j} (x_j - x_k): Berrut & Trefethen, SIAM Review 46 (2004), eq. 3.2.
LagrangeBasis::LagrangeBasis(std::span<const double> nodes)
    : nodes_(nodes.begin(), nodes.end()), weights_(nodes.size(), 1.0) {
  for (std::size_t j = 0; j < nodes.size(); ++j)
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k != j) weights_[j] /= nodes[j] - nodes[k];
}

void LagrangeBasis::values(double x, std::span<double> out) const {
  double sum = 0;
  for (std::size_t j = 0; j < nodes_.size(); ++j) {
    if (x == nodes_[j]) {
      std::fill(out.begin(), out.end(), 0.0);
      out[j] = 1.0;
      return;
    }
    out[j] = weights_[j] / (x - nodes_[j]);
    sum += out[j];
  }
  for (double& value : out) value /= sum;
}

}  // namespace lobatto::poly
