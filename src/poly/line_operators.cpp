#include "poly/line_operators.hpp"

#include <string>

#include "base/error.hpp"
#include "poly/lagrange.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::poly {
namespace {

/// Integral of l'_i l'_j over [-1, 1]: D^T W D, exact by the GLL rule. Symmetric, constants in its
/// null space.
Matrix reference_stiffness(int order) {
  const Quadrature gll = gauss_lobatto_legendre(order + 1);
  const Matrix d = derivative_matrix(gll.nodes);
  const int n = order + 1;
  Matrix k(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      long double sum = 0;
      for (int q = 0; q < n; ++q)
        sum += static_cast<long double>(gll.weights[q]) * d(q, i) * d(q, j);
      k(i, j) = k(j, i) = static_cast<double>(sum);
    }
  }
  for (int i = 0; i < n; ++i) {
    long double sum = 0;
    for (int j = 0; j < n; ++j) sum += k(i, j);
    k(i, i) = static_cast<double>(-sum);
  }
  return k;
}

}  // namespace

std::vector<double> element_lengths(std::span<const double> ticks, int order) {
  if (order < 1)
    throw base::Error("the order of a line must be at least 1, not " + std::to_string(order));
  if (ticks.size() < 2) throw base::Error("a line needs at least two ticks");
  std::vector<double> lengths(ticks.size() - 1);
  for (std::size_t e = 0; e < lengths.size(); ++e) {
    lengths[e] = ticks[e + 1] - ticks[e];
    if (!(lengths[e] > 0)) throw base::Error("the ticks of a line must ascend");
  }
  return lengths;
}

std::vector<double> assemble_mass(std::span<const double> lengths, int order, bool periodic) {
  const Quadrature gll = gauss_lobatto_legendre(order + 1);
  const LineNumbering numbering{static_cast<int>(lengths.size()), order, periodic};
  std::vector<double> mass(static_cast<std::size_t>(numbering.n_nodes()), 0.0);
  for (int e = 0; e < numbering.n_elements; ++e) {
    for (int i = 0; i <= order; ++i) mass[numbering.node(e, i)] += lengths[e] / 2 * gll.weights[i];
  }
  return mass;
}

LineOperators assemble_line(std::span<const double> ticks, int order, bool periodic) {
  const std::vector<double> lengths = element_lengths(ticks, order);
  const Matrix reference = reference_stiffness(order);
  const LineNumbering numbering{static_cast<int>(lengths.size()), order, periodic};
  LineOperators line{Matrix(numbering.n_nodes(), numbering.n_nodes()),
                     assemble_mass(lengths, order, periodic)};
  for (int e = 0; e < numbering.n_elements; ++e) {
    for (int i = 0; i <= order; ++i) {
      for (int j = 0; j <= order; ++j) {
        line.stiffness(numbering.node(e, i), numbering.node(e, j)) +=
            2 / lengths[e] * reference(i, j);
      }
    }
  }
  return line;
}

}  // namespace lobatto::poly
