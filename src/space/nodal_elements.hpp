#pragma once

#include <array>
#include <vector>

#include "poly/lagrange.hpp"
#include "poly/matrix.hpp"
#include "poly/quadrature.hpp"

namespace lobatto::space {

/// Elements of this rank that are known by their nodes alone, such as those of a field file: each
/// n x n x n GLL nodes, in no relation to each other.
struct NodalElements {
  poly::Quadrature nodes;                          ///< on [-1, 1], [n]
  poly::Matrix derivative;                         ///< at the nodes, [n][n]
  std::array<std::vector<double>, 3> coordinates;  ///< [n_elements][n][n][n], x fastest
};

/// Without elements yet.
inline NodalElements make_nodal_elements(int n) {
  NodalElements elements{poly::gauss_lobatto_legendre(n), {}, {}};
  elements.derivative = poly::derivative_matrix(elements.nodes.nodes);
  return elements;
}

}  // namespace lobatto::space
