#include "poly/modal_filter.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace lobatto::poly {

namespace {

/// L_k(nodes[i]). [n][n]
Matrix legendre_values(const Quadrature& gll) {
  const int n = static_cast<int>(gll.nodes.size());
  Matrix values(n, n);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      values(i, k) = std::legendre(static_cast<unsigned>(k), gll.nodes[i]);
  return values;
}

/// From values at the nodes to coefficients of L_k. The products of two L_k are integrated exactly
/// but for that of the highest one with itself, whose sum is 2 / N.
Matrix legendre_coefficients(const Quadrature& gll, const Matrix& values) {
  const int n = values.rows;
  Matrix coefficients(n, n);
  for (int k = 0; k < n; ++k) {
    const double squared = k == n - 1 ? 2.0 / k : 2.0 / (2 * k + 1);
    for (int i = 0; i < n; ++i) coefficients(k, i) = gll.weights[i] * values(i, k) / squared;
  }
  return coefficients;
}

/// From coefficients of L_k to those of the bubble basis, in place: b_k - b_{k+2} = a_k from k = 2
/// on, (b_0 + b_1) / 2 - b_2 = a_0 and (b_1 - b_0) / 2 - b_3 = a_1.
void to_bubbles(Matrix& coefficients) {
  const int n = coefficients.rows;
  for (int i = 0; i < n; ++i) {
    for (int k = n - 3; k >= 0; --k) coefficients(k, i) += coefficients(k + 2, i);
    const double mean = coefficients(0, i), slope = coefficients(1, i);
    coefficients(0, i) = mean - slope;
    coefficients(1, i) = mean + slope;
  }
}

Matrix bubble_values(const Quadrature& gll, const Matrix& legendre) {
  Matrix values = legendre;
  for (int i = 0; i < values.rows; ++i) {
    values(i, 0) = 0.5 * (1 - gll.nodes[i]);
    values(i, 1) = 0.5 * (1 + gll.nodes[i]);
    for (int k = 2; k < values.cols; ++k) values(i, k) = legendre(i, k) - legendre(i, k - 2);
  }
  return values;
}

void make_symmetric(Matrix& f) {
  const int n = f.rows;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double mean = 0.5 * (f(i, j) + f(n - 1 - i, n - 1 - j));
      f(i, j) = f(n - 1 - i, n - 1 - j) = mean;
    }
}

/// Round-off at the ends would let neighbours drift apart.
void keep_ends(Matrix& f) {
  const int n = f.rows;
  for (const int end : {0, n - 1})
    for (int j = 0; j < n; ++j) f(end, j) = j == end ? 1.0 : 0.0;
}

}  // namespace

std::vector<double> low_pass_transfer(int n, int n_modes, double weight) {
  if (n_modes < 1 || n_modes > n - 2)
    throw base::Error("a filter of " + std::to_string(n) + " modes damps from 1 to " +
                      std::to_string(n - 2) + " of them, not " + std::to_string(n_modes));
  std::vector<double> transfer(static_cast<std::size_t>(n), 1.0);
  for (int k = n - n_modes; k < n; ++k) {
    const double place = static_cast<double>(k - (n - 1 - n_modes)) / n_modes;
    transfer[k] = 1 - weight * place * place;
  }
  return transfer;
}

Matrix modal_filter(const Quadrature& gll, ModalBasis basis, std::span<const double> transfer) {
  const bool is_bubble = basis == ModalBasis::bubble;
  Matrix values = legendre_values(gll);
  Matrix coefficients = legendre_coefficients(gll, values);
  if (is_bubble) {
    to_bubbles(coefficients);
    values = bubble_values(gll, values);
  }
  for (int k = 0; k < coefficients.rows; ++k)
    for (int i = 0; i < coefficients.cols; ++i) coefficients(k, i) *= transfer[k];
  Matrix filter = multiply(values, coefficients);
  make_symmetric(filter);
  if (is_bubble) keep_ends(filter);
  return filter;
}

}  // namespace lobatto::poly
