#pragma once

#include <vector>

namespace lobatto::poly {

/// Nodes in ascending order on [-1, 1] and their weights (sum 2).
struct Quadrature {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// n >= 2 Gauss-Lobatto-Legendre nodes: the end points and the zeros of P'_{n-1}; exact for degree
/// 2n - 3.
Quadrature gauss_lobatto_legendre(int n);

/// n >= 1 Gauss-Legendre nodes: the zeros of P_n; exact for degree 2n - 1.
Quadrature gauss_legendre(int n);

}  // namespace lobatto::poly
